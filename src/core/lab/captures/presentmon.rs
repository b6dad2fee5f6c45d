//! The reader of PresentMon's tables, in every version, and of the tools that write the same columns: OCAT, CapFrameX, FrameView and
//! Intel's app.
//!
//! A row is a call of `Present()`. Version 1 states when that call began and how long it took; the work on a frame began when the
//! call before returned. Later versions state the beginning of the work itself, as a count of ticks of 0.1 µs, in milliseconds or
//! as a date and time. Intel's app writes both in seconds with four digits, so there the times between the calls are added up.

use super::columns::is_rare;
use super::field_values::is_missing;
use super::gathered::{FrameRow, Gathered};
use super::part::{CapturePart, ColumnChoice, ColumnReading, Refusal, TimeUnit, Unread};
use super::table::Table;
use crate::model::config::capture::SampleTimes;
use std::collections::BTreeMap;

/// The processes that are no games: the compositor of Windows, and programs that draw over games.
const NO_GAMES: [&str; 12] = [
    "dwm.exe",
    "explorer.exe",
    "nvidia overlay.exe",
    "nvidia share.exe",
    "gamebar.exe",
    "gamebarftserver.exe",
    "gameoverlayui.exe",
    "steamwebhelper.exe",
    "discord.exe",
    "rtss.exe",
    "obs64.exe",
    "<error>",
];
/// The ticks of the counter in a millisecond.
const TICKS: f64 = 10_000.0;
/// The step of a frame's animation time counts as the game's own if it differs from that of the CPU starts by more than this, in
/// ms.
const OWN_TIME_MS: f64 = 0.01;
/// The ratio of the speeds of animation times and CPU starts from which on they have different units.
const OTHER_UNIT: f64 = 100.0;
/// The digits of the clock of Intel's app, and how much a sum may differ from the clock beyond them, in ms.
const COARSE_DIGITS: f64 = 4.0;
const COARSE_MS: f64 = 1.0;
/// The most swap chains of all processes together.
const MOST_CHAINS: usize = 10_000;
/// A file has times of the game if more than one in this many frames has one.
const OWN_TIME_SHARE: usize = 100;

/// The reasons to leave out a row whose frame has no moment, and one with a word instead of a number, which says nothing of its
/// frame.
const WITHOUT_A_TIME: &str = "without a time";
const WITH_A_WORD: &str = "with a word instead of a time";

/// A column that holds moments, and the length of its unit in milliseconds.
type ClockColumn = Option<(usize, f64)>;

/// The columns of a file of one version.
struct Columns {
    form: &'static str,
    words: String,
    /// The least number of fields of a row that has all that is needed.
    least: usize,
    /// Whether the clock has four digits, so that moments are sums of the times between calls.
    is_coarse: bool,
    /// The column of the moment at which the work on a frame began; `None` in version 1 and in Intel's app.
    start: ClockColumn,
    /// The column of the moment at which `Present()` was called; `None` in version 2, whose delays count from `start`.
    present: ClockColumn,
    /// The column of the time to the flip, counted from `present`, or from `start` if there is no `present`; `None` if the file
    /// has no such column.
    until_shown: Option<usize>,
    /// The column that is above zero if the row's frame was displayed; `None` if the file has no such column.
    shown: Option<usize>,
    dropped: Option<usize>,
    between_presents: Option<usize>,
    in_present: Option<usize>,
    busy: Option<usize>,
    gpu: Option<usize>,
    animation: Option<usize>,
    frame_type: Option<usize>,
    gpu_done: GpuDone,
    sync_interval: Option<usize>,
    allows_tearing: Option<usize>,
    present_mode: Option<usize>,
}

/// The columns that say when the GPU was done with a frame.
#[derive(Clone, Copy)]
enum GpuDone {
    /// The time from the call of `Present()`.
    AfterPresent(Option<usize>),
    /// The time from the start of the frame until the GPU began, and for how long it worked.
    AfterStart { latency: usize, time: usize },
}

impl GpuDone {
    fn of(table: &Table, has_start: bool) -> GpuDone {
        // FrameView has a column of the second name too, but its meaning there is not documented.
        let after_present: &[&str] =
            if has_start { &["MsUntilRenderComplete", "MsRenderPresentLatency"] } else { &["MsUntilRenderComplete"] };
        let after_present = table.column(after_present);
        let after_start = table.column(&["GPULatency", "MsGPULatency"]).zip(table.column(&["GPUTime", "MsGPUTime"]));
        match after_start.filter(|_| has_start && after_present.is_none()) {
            Some((latency, time)) => GpuDone::AfterStart { latency, time },
            None => GpuDone::AfterPresent(after_present),
        }
    }

    /// Returns the moment of the row's frame; `None` if the row does not say.
    fn moment(self, table: &Table, start: Option<f64>, present: Option<f64>) -> Option<f64> {
        match self {
            GpuDone::AfterPresent(column) => Some(present? + table.number_at(column)?),
            GpuDone::AfterStart { latency, time } => {
                Some(start? + table.number_at(Some(latency))? + table.number_at(Some(time))?)
            }
        }
    }
}

/// The maker of a frame.
enum FrameType {
    Game,
    Driver,
    /// A frame that the driver shows again.
    Repeated,
}

impl FrameType {
    fn of(text: &str) -> FrameType {
        match text.to_ascii_lowercase().as_str() {
            "" | "na" | "application" | "notset" | "unspecified" => FrameType::Game,
            "repeated" => FrameType::Repeated,
            _ => FrameType::Driver,
        }
    }
}

impl Columns {
    fn of(table: &Table) -> Result<Columns, Refusal> {
        let column = |names: &[&str]| table.column(names);
        let clock = |names: &[(&str, f64)]| names.iter().find_map(|(name, unit)| Some((column(&[name])?, *unit)));
        let start = clock(&[
            ("CPUStartTime", 1.0),
            ("CPUStartTimeInMs", 1.0),
            ("CPUStartQPCTimeInMs", 1.0),
            ("CPUStartQPCTime", 1.0),
            ("CPUStartQPC", 1.0 / TICKS),
            ("CPUStartDateTime", 1.0),
        ]);
        let present = clock(&[("TimeInMs", 1.0), ("TimeInSeconds", 1000.0), ("TimeInQPC", 1.0 / TICKS), ("TimeInDateTime", 1.0)]);
        let latency = column(&["DisplayLatency"]);
        let until_displayed = column(&["MsUntilDisplayed"]);
        let between_presents = column(&["MsBetweenPresents"]);
        let busy = column(&["CPUBusy", "MsCPUBusy"]);
        let has_app_clocks = column(&["CPUStartTime"]).is_some() && column(&["TimeInSeconds"]).is_some() && latency.is_none();
        let is_app = has_app_clocks && between_presents.is_some() && busy.is_some();
        let name = |clock: ClockColumn| clock.map_or("", |(column, _)| table.names[column].as_str());
        let (form, until_shown, words) = match (start, present, latency, until_displayed) {
            (Some(_), _, Some(_), _) => {
                ("PresentMon 2", latency, format!("Flip: {0} + DisplayLatency; sample time: {0}", name(start)))
            }
            (Some(_), Some(_), None, Some(_)) if is_app => {
                let words = "Flip: MsUntilDisplayed after the call of Present(); sample time: MsCPUBusy before it. \
                    Its clock has four digits: the calls are sums of MsBetweenPresents";
                ("Intel's PresentMon app", until_displayed, words.to_owned())
            }
            (Some(_), Some(_), None, Some(_)) => {
                let words = format!("Flip: {} + MsUntilDisplayed; sample time: {}", name(present), name(start));
                ("PresentMon 2.3", until_displayed, words)
            }
            (None, Some(_), None, Some(_)) => {
                let words = "Flip: TimeInSeconds + MsUntilDisplayed; sample time: the end of the Present() before";
                ("PresentMon 1", until_displayed, words.to_owned())
            }
            // Without a display the start of the work is all that is known of a frame.
            (Some(_), None, None, None) => {
                ("PresentMon without its display", None, format!("Stays: from {0} to {0}", name(start)))
            }
            (None, Some(_), None, None) if between_presents.is_some() => {
                ("PresentMon without its display", None, "Stays: from TimeInSeconds to TimeInSeconds".to_owned())
            }
            _ => {
                let wanted =
                    "TimeInSeconds and MsUntilDisplayed, CPUStartTime and DisplayLatency, or CPUStartTimeInMs and TimeInMs";
                return Err((
                    table.number,
                    format!("has rows of processes but not the columns that say when frames are displayed: {wanted}"),
                ));
            }
        };
        let animation = column(&["AnimationTime"]);
        let shown = if latency.is_some() { column(&["DisplayedTime"]) } else { until_shown };
        let dropped = column(&["Dropped"]);
        let of_process = [column(&["Application"]), column(&["ProcessID"])];
        let needed = [start.map(|start| start.0), present.map(|present| present.0), until_shown, shown, dropped];
        let least = needed.into_iter().chain(of_process).flatten().max().map_or(0, |last| last + 1);
        Ok(Columns {
            form,
            words,
            least,
            is_coarse: is_app,
            start: start.filter(|_| !is_app),
            present: present.filter(|_| latency.is_none()),
            until_shown,
            shown,
            dropped,
            between_presents,
            in_present: column(&["MsInPresentAPI"]),
            busy,
            gpu: column(&["GPUBusy", "MsGPUBusy", "MsGPUActive"]),
            animation,
            frame_type: column(&["FrameType"]),
            gpu_done: GpuDone::of(table, start.is_some()),
            sync_interval: column(&["SyncInterval"]),
            allows_tearing: column(&["AllowsTearing"]),
            present_mode: column(&["PresentMode"]),
        })
    }
}

/// The frames of one swap chain of a process.
struct Chain {
    /// The name and the number of the process, and the address of the swap chain.
    key: [String; 3],
    gathered: Gathered,
    /// The `AnimationTime` of each frame of the game; shorter than these frames if some have none.
    animation: Vec<f64>,
    /// The end of the last call of `Present()`; used in version 1 only, `None` before the first row.
    returned: Option<f64>,
    /// The last call of `Present()`; used with a coarse clock only, `None` before the first row.
    presented: Option<f64>,
    /// The first error of a row; it counts only if these frames are chosen, and too many rows have errors.
    failed: Option<Refusal>,
    failures: usize,
}

pub(super) fn read(mut table: Table, part: &CapturePart) -> Result<Gathered, Unread> {
    let columns = Columns::of(&table).map_err(|refusal| Unread { refusal, readings: between(&table) })?;
    let samples = if columns.until_shown.is_some() { SampleTimes::CpuStart } else { SampleTimes::Unknown };
    let keys = [["Application"], ["ProcessID"], ["SwapChainAddress"]].map(|name| table.column(&name));
    let (mut chains, mut known) = (Vec::<Chain>::new(), BTreeMap::new());
    let (mut rows, mut last, mut zero) = (0, 0, None);
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    while table.next_row()? {
        if table.breaks_off() {
            *skipped.entry("the last row, which is cut off").or_default() += 1;
            break;
        }
        rows += 1;
        if table.width() < columns.least {
            *skipped.entry("with too few fields").or_default() += 1;
            // A line of text between the rows takes the place of none.
            let is_cut = |chain: &&mut Chain| chain.process() == table.text_at(keys[0]);
            chains.get_mut(last).filter(is_cut).into_iter().for_each(Chain::leave_out);
            continue;
        }
        let of_process = |field: usize| table.text_at(keys[field]);
        let is_same = |chain: &Chain| chain.key.iter().enumerate().all(|(field, text)| text == of_process(field));
        if !chains.get(last).is_some_and(is_same) {
            let key = [0, 1, 2].map(|field| of_process(field).to_owned());
            last = *known.entry(key.clone()).or_insert(chains.len());
            if last == chains.len() {
                chains.push(Chain::new(key, Gathered::new(columns.form, samples)));
            }
            if last >= MOST_CHAINS {
                let why = format!("has more than {MOST_CHAINS} processes or swap chains: its columns are mixed up");
                return Err((table.number, why).into());
            }
        }
        let first = columns.start.or(columns.present).and_then(|(column, unit)| table.clock_at(column, unit));
        let zero = *zero.get_or_insert(first.unwrap_or(0.0));
        if chains[last].is_damaged() {
            continue;
        }
        match chains[last].add(&table, &columns, zero) {
            Ok(Err(WITH_A_WORD)) => {
                chains[last].gathered.report.skip_line(WITH_A_WORD, table.number);
                chains[last].leave_out();
            }
            Ok(Err(reason)) => {
                *skipped.entry(reason).or_default() += 1;
                if reason == WITHOUT_A_TIME {
                    chains[last].leave_out();
                }
            }
            Ok(Ok(())) => {}
            Err(refusal) => chains[last].fail(refusal),
        }
    }
    let mut chosen = choose(chains, part.process.as_deref(), &mut skipped)?;
    if !chosen.has_shown() && chosen.len() > 1 && columns.until_shown.is_some() {
        let why = format!("has {} frames and none that was displayed, so the display was not tracked", chosen.len());
        return Err(Unread { refusal: (0, why), readings: between(&table) });
    }
    chosen.report.rows = rows;
    chosen.report.columns =
        columns.words + if columns.frame_type.is_none() { "; generated frames can't be told apart" } else { "" };
    for (reason, count) in skipped {
        *chosen.report.skipped.entry(reason.to_owned()).or_default() += count;
    }
    Ok(chosen)
}

impl Chain {
    fn new(key: [String; 3], gathered: Gathered) -> Chain {
        Chain { key, gathered, animation: Vec::new(), returned: None, presented: None, failed: None, failures: 0 }
    }

    fn process(&self) -> &str {
        &self.key[0]
    }

    fn number(&self) -> &str {
        &self.key[1]
    }

    /// Leaves out a row that does not say when its frame was presented. The next row is compared with no row before.
    fn leave_out(&mut self) {
        self.gathered.leave_out(0.0);
        (self.returned, self.presented) = (None, None);
    }

    /// Leaves out a row with an impossible time.
    fn fail(&mut self, refusal: Refusal) {
        self.failures += 1;
        self.gathered.report.skip_line("with an impossible time", refusal.0);
        self.failed.get_or_insert(refusal);
        self.leave_out();
    }

    /// Returns whether more rows have impossible times than can be left out.
    fn is_damaged(&self) -> bool {
        self.failures > 0 && !is_rare(self.failures, self.gathered.len() + self.failures)
    }

    /// Adds the frame of a row, or returns the reason why the row has none. Times are counted from `zero`, so that they lose no
    /// digits.
    fn add(&mut self, table: &Table, columns: &Columns, zero: f64) -> Result<Result<(), &'static str>, Refusal> {
        let frame_type = FrameType::of(table.text_at(columns.frame_type));
        if matches!(frame_type, FrameType::Repeated) {
            return Ok(Err("shown again by the driver"));
        }
        let has_word = |column: &Option<usize>| {
            let text = table.text_at(*column);
            table.number_at(*column).is_none() && !is_missing(text)
        };
        if [columns.until_shown, columns.shown, columns.busy, columns.gpu].iter().any(has_word) {
            return Ok(Err(WITH_A_WORD));
        }
        let at = |clock: ClockColumn| clock.and_then(|(column, unit)| Some(table.clock_at(column, unit)? - zero));
        let (start, mut present) = (at(columns.start), at(columns.present));
        if columns.is_coarse {
            let between = table.millis_at(columns.between_presents)?;
            present = present.map(|present| self.summed(present, between, zero));
        }
        let busy = table.millis_at(columns.busy)?;
        let until_shown = table.millis_at(columns.until_shown)?;
        let is_shown = until_shown.is_some()
            && table.number_at(columns.shown).is_some_and(|shown| shown > 0.0)
            && table.number_at(columns.dropped).is_none_or(|dropped| dropped == 0.0);
        if matches!(frame_type, FrameType::Driver) {
            let flip = present.or(start).zip(until_shown.filter(|_| is_shown)).map(|(from, until)| from + until);
            return self.add_generated(table.number, flip);
        }
        let begins = match (start, present) {
            (Some(start), _) => start,
            (None, Some(present)) if columns.is_coarse => present - busy.unwrap_or(0.0),
            (None, Some(present)) => {
                let in_present = table.millis_at(columns.in_present)?.unwrap_or(0.0);
                let between = table.millis_at(columns.between_presents)?.unwrap_or(0.0);
                let first = present - (between - in_present).max(0.0);
                self.returned.replace(present + in_present).map_or(first, |returned| returned.min(present))
            }
            _ => return Ok(Err(WITHOUT_A_TIME)),
        };
        let Some(counted_from) = present.or(start) else { return Ok(Err(WITHOUT_A_TIME)) };
        let flip = match columns.until_shown {
            Some(_) => until_shown.filter(|_| is_shown).map(|until| counted_from + until),
            None => Some(counted_from),
        };
        let cpu = busy.unwrap_or(if columns.start.is_none() { counted_from - begins } else { 0.0 });
        let gpu = table.millis_at(columns.gpu)?.unwrap_or(0.0);
        if flip.is_none() {
            self.gathered.report.skip("never displayed");
        } else {
            let allows_tearing = table.number_at(columns.allows_tearing).is_some_and(|allowed| allowed > 0.0);
            let mode = table.text_at(columns.present_mode);
            self.gathered.presents.add(table.number_at(columns.sync_interval), allows_tearing, mode);
        }
        let gpu_done = columns.gpu_done.moment(table, start, present);
        // Where only the start is known, the frame begins with the flip of the one before.
        let is_known = columns.until_shown.is_some() || columns.present.is_some();
        let (begins, sample) = (Some(begins).filter(|_| is_known), Some(begins).filter(|_| is_known));
        self.gathered.add(table.number, &FrameRow { begins, sample, flip, cpu, gpu, gpu_done, is_generated: false })?;
        self.animation.extend(table.number_at(columns.animation).filter(|_| columns.start.is_some()));
        Ok(Ok(()))
    }

    /// Adds a frame that the driver generated, or returns the reason why it is left out.
    fn add_generated(&mut self, line: u32, flip: Option<f64>) -> Result<Result<(), &'static str>, Refusal> {
        if flip.is_none() {
            return Ok(Err("generated by the driver, never displayed"));
        }
        if self.gathered.len() == 0 {
            return Ok(Err("generated by the driver before the first frame of the game"));
        }
        self.gathered.add(line, &FrameRow { flip, is_generated: true, ..FrameRow::default() })?;
        Ok(Ok(()))
    }

    /// Returns the moment of a call of `Present()` as the sum of the times between calls, as long as it agrees with the clock.
    fn summed(&mut self, clock: f64, between: Option<f64>, zero: f64) -> f64 {
        let sum = self.presented.zip(between).map(|(before, between)| before + between);
        let digits = libm::floor(libm::log10((clock + zero).abs().max(1.0))) - (COARSE_DIGITS - 1.0);
        let off = libm::pow(10.0, digits) + COARSE_MS;
        let present = sum.filter(|sum| (sum - clock).abs() <= off).unwrap_or(clock);
        self.presented = Some(present);
        present
    }

    /// Returns the frames, with `AnimationTime` as sample times if it differs from the CPU starts.
    fn told(mut self, starts: &[f64]) -> Gathered {
        let steps = |times: &[f64]| times.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
        if self.animation.len() == starts.len() {
            let (own, cpu) = (steps(&self.animation), steps(starts));
            let differ = own.iter().zip(&cpu).filter(|(own, cpu)| (*own - *cpu).abs() > OWN_TIME_MS).count();
            let passed = |times: &[f64]| times.iter().map(|step| step.abs()).sum::<f64>();
            let speed = passed(&own) / passed(&cpu);
            let is_one_unit = speed == 0.0 || (1.0 / OTHER_UNIT..=OTHER_UNIT).contains(&speed);
            if is_one_unit && differ * OWN_TIME_SHARE > own.len() {
                self.gathered.set_samples(&self.animation);
            }
        }
        self.gathered
    }
}

/// Returns the columns that say how long it took from call to call, if the table has no moments of flips.
fn between(table: &Table) -> Vec<ColumnReading> {
    let found = table.column(&["MsBetweenPresents", "FrameTime"]);
    let reading = |index: usize| {
        let name = &table.names[index];
        let choice = ColumnChoice { column: Some(name.clone()), unit: Some(TimeUnit::Millis), is_clock: false };
        ColumnReading { choice, words: format!("{name}, the times between the calls, in ms") }
    };
    found.into_iter().map(reading).collect()
}

/// Returns the frames of the `asked` process, or of the game with the most frames.
fn choose(mut chains: Vec<Chain>, asked: Option<&str>, skipped: &mut BTreeMap<&str, usize>) -> Result<Gathered, Refusal> {
    let is_asked = |chain: &Chain, asked: &str| {
        let plain = |name: &str| name.to_ascii_lowercase().trim_end_matches(".exe").to_owned();
        plain(chain.process()) == plain(asked) || chain.number() == asked
    };
    let is_game = |chain: &&Chain| match asked {
        Some(asked) => is_asked(chain, asked),
        None => !NO_GAMES.iter().any(|other| chain.process().eq_ignore_ascii_case(other)),
    };
    let most = chains.iter().filter(is_game).map(|chain| chain.gathered.len()).max();
    let chosen = chains.iter().position(|chain| is_game(&chain) && Some(chain.gathered.len()) == most);
    let Some(chosen) = chosen else {
        let mut known: Vec<String> = chains.iter().map(|chain| chain.process().to_owned()).collect();
        known.sort();
        known.dedup();
        let known = known.join(", ");
        return Err((
            0,
            match asked {
                Some(asked) => format!("holds no frames of {asked}; it holds those of {known}"),
                None if known.is_empty() => "has no rows".to_owned(),
                None => format!("holds no game's frames, but those of {known}; --process takes one of them"),
            },
        ));
    };
    let mut chosen = chains.swap_remove(chosen);
    if let Some(refusal) = chosen.failed.take().filter(|_| chosen.is_damaged()) {
        return Err(refusal);
    }
    let others: usize = chains.iter().map(|chain| chain.gathered.len()).sum();
    if others > 0 {
        skipped.insert("of other processes or swap chains", others);
    }
    chosen.gathered.report.process = Some(format!("{} (process {})", chosen.process(), chosen.number()));
    let starts = chosen.gathered.starts_ms();
    Ok(chosen.told(&starts))
}
