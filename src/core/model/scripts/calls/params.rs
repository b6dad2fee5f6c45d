//! `host.param`: the parameters that a script declares.

use super::calls;
use crate::base::params::param::{Number, Param, Unit, ValueKind, Words};
use crate::base::params::value::Value;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsValue, js_string};
use std::borrow::Cow;

/// Returns the value of a parameter, and records the parameter for the window's sliders.
pub(super) fn param(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let calls = calls(context);
    if args.len() < 2 {
        return Err(calls.refuse(context, "host.param needs a name and a default: host.param(\"fps\", 60)"));
    }
    let param = described(args, context)?;
    let value = calls.values.get(&param);
    let value = if param.check(&value).is_ok() { value } else { param.default_value() };
    let mut params = calls.params.borrow_mut();
    if params.iter().all(|known| known.name != param.name) {
        if params.len() == 32 {
            return Err(calls.refuse(context, "a loop has at most 32 parameters"));
        }
        params.push(param);
    }
    Ok(match value {
        Value::Number(number) => JsValue::from(number),
        Value::Switch(on) => JsValue::from(on),
        Value::Word(word) if word == "off" && params.iter().any(|known| is_number(known) && known.name == name_of(args)) => {
            JsValue::from(f64::INFINITY)
        }
        Value::Word(word) => JsString::from(word).into(),
    })
}

fn is_number(param: &Param) -> bool {
    matches!(param.kind, ValueKind::Number(_))
}

fn name_of(args: &[JsValue]) -> String {
    args.get_or_undefined(0).as_string().map(|name| name.to_std_string_lossy()).unwrap_or_default()
}

/// Returns the parameter that the arguments of `host.param` describe.
fn described(args: &[JsValue], context: &mut Context) -> JsResult<Param> {
    let name = name_of(args);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.len() > 40 || !name.chars().all(is_name) {
        return Err(refuse_param(args, "a name has letters, digits and _", context));
    }
    let options = args.get_or_undefined(2).as_object();
    let about = text_option(options.as_ref(), "about", context)?;
    let about: String = about.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
    let kind = match option(options.as_ref(), "choices", context)?.as_object() {
        Some(choices) => ValueKind::Choice(Words::Made(words_of(args, &choices, context)?)),
        None => ValueKind::Number(number_of(args, options.as_ref(), context)?),
    };
    Ok(Param { name: Cow::Owned(name), about: Cow::Owned(about), kind, ..Param::switch("", false, "") })
}

fn refuse_param(args: &[JsValue], text: &str, context: &Context) -> JsError {
    calls(context).refuse(context, format!("host.param(\"{}\"): {text}", name_of(args)))
}

fn option(options: Option<&JsObject>, key: &str, context: &mut Context) -> JsResult<JsValue> {
    options.map_or(Ok(JsValue::undefined()), |options| options.get(JsString::from(key), context))
}

/// Returns an option that is a text; an empty text if the option is missing.
fn text_option(options: Option<&JsObject>, key: &str, context: &mut Context) -> JsResult<String> {
    let text = option(options, key, context)?;
    Ok(text.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default())
}

/// Returns the words of a choice, the default first.
fn words_of(args: &[JsValue], choices: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let length = choices.get(js_string!("length"), context)?.as_number().unwrap_or(0.0);
    if !(1.0..=32.0).contains(&length) {
        return Err(refuse_param(args, "choices are 1 to 32 texts", context));
    }
    let mut words = Vec::new();
    for index in 0..length as u32 {
        let word = choices.get(index, context)?;
        let Some(word) = word.as_string().filter(|word| (1..=40).contains(&word.len())) else {
            return Err(refuse_param(args, "choices are texts of 1 to 40 letters", context));
        };
        words.push(word.to_std_string_lossy());
    }
    let default = args.get_or_undefined(1).as_string().map(|word| word.to_std_string_lossy());
    let Some(first) = words.iter().position(|word| Some(word) == default.as_ref()) else {
        return Err(refuse_param(args, "the default must be one of the choices", context));
    };
    words[..=first].rotate_right(1);
    Ok(words)
}

/// Returns the default of a number with its range and its unit.
fn number_of(args: &[JsValue], options: Option<&JsObject>, context: &mut Context) -> JsResult<Number> {
    let unit = match text_option(options, "unit", context)?.as_str() {
        "Hz" => Unit::Hertz,
        "us" | "µs" => Unit::Microseconds,
        "ms" => Unit::Milliseconds,
        "s" => Unit::Seconds,
        "%" => Unit::Percent,
        "" => Unit::Count,
        other => return Err(refuse_param(args, &format!("the unit is Hz, us, ms, s or %, and not {other}"), context)),
    };
    let can_be_off = option(options, "off", context)?.to_boolean();
    let is_off = |number: f64| can_be_off && number == f64::INFINITY;
    let Some(default) = args.get_or_undefined(1).as_number().filter(|number| number.is_finite() || is_off(*number)) else {
        return Err(refuse_param(args, "the default must be a finite number, or a text with choices", context));
    };
    let least = if unit == Unit::Hertz { 1.0 } else { 0.0 };
    let bound = |given: JsValue, otherwise: f64| given.as_number().filter(|n| n.is_finite()).unwrap_or(otherwise);
    let min = bound(option(options, "min", context)?, default.min(least));
    let max = bound(option(options, "max", context)?, if is_off(default) { 1000.0 } else { default.max(1000.0) });
    let whole = option(options, "whole", context)?.to_boolean();
    if !is_off(default) && (!(min <= default && default <= max) || whole && default.fract() != 0.0) {
        let text = format!("the default {default} must be one of the allowed values, {min} to {max}");
        return Err(refuse_param(args, &text, context));
    }
    Ok(Number { default, min, max, unit, whole, can_be_off })
}
