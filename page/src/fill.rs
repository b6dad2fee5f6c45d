//! Fills in every `{{name}}` in the page's own files when the page is built.

/// Replaces every `{{name}}` of `text` by the result of `value` for the name.
pub fn fill(text: &str, value: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("{{") {
        let (name, after) = from.split_once("}}").ok_or("{{ without }}")?;
        filled.push_str(before);
        filled.push_str(&value(name)?);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_becomes_its_value() {
        assert_eq!(fill("a{{x}}b{{y}}", |name| Ok(name.to_uppercase())), Ok("aXbY".to_owned()));
    }

    #[test]
    fn an_unknown_or_open_name_is_an_error() {
        let unknown = |name: &str| Err(format!("what is {name}?"));
        assert_eq!(fill("{{x}}", unknown), Err("what is x?".to_owned()));
        assert_eq!(fill("{{x", unknown), Err("{{ without }}".to_owned()));
    }
}
