//! The corresponding lines of one loop in two languages.

/// The operations in which time passes, in lower case and without underscores, so that both languages have one name for each.
const OPERATIONS: [&str; 7] = ["update", "updatepart", "think", "jumpto", "sleep", "render", "nextrefresh"];

/// Returns the line of `to` with the same operation as `line` of `from`; both count from 1. The operations are paired in their
/// order. `None` if the line has no operation, or its operation has no pair.
pub fn twin(from: &str, to: &str, line: u32) -> Option<u32> {
    let (here, there) = (operations(from), operations(to));
    let pairs = paired(&here, &there);
    pairs.into_iter().find(|(number, _)| here[*number].1 == line).map(|(_, number)| there[number].1)
}

fn operations(text: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for (code, line) in text.lines().zip(1..) {
        let code = code.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("host.") {
            let call = code[at..].trim_start_matches("host.");
            let name = &call[..call.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(call.len())];
            let name = name.replace('_', "").to_lowercase();
            if OPERATIONS.contains(&&*name) {
                found.push((name, line));
            }
        }
    }
    found
}

fn paired(here: &[(String, u32)], there: &[(String, u32)]) -> Vec<(usize, usize)> {
    // The length of the longest common sequence from each pair of positions on.
    let mut longest = vec![vec![0_usize; there.len() + 1]; here.len() + 1];
    for a in (0..here.len()).rev() {
        for b in (0..there.len()).rev() {
            let skipped = longest[a + 1][b].max(longest[a][b + 1]);
            longest[a][b] = if here[a].0 == there[b].0 { skipped.max(longest[a + 1][b + 1] + 1) } else { skipped };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < here.len() && b < there.len() {
        if here[a].0 == there[b].0 && longest[a][b] == longest[a + 1][b + 1] + 1 {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if longest[a + 1][b] >= longest[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use crate::front::ui::code::twin_lines::*;
    use tickscope_core::model::strategies;

    #[test]
    fn operations_of_two_languages_are_paired_in_their_order() {
        let rust = "host.now();\nhost.update(step).await;\n// host.render\nhost.next_refresh().await;\nhost.render(None).await;";
        let script = "host.render();\nhost.now(); host.update(step);\nhost.nextRefresh();\n\nhost.render(0.5, step);";
        assert_eq!(twin(rust, script, 2), Some(2));
        assert_eq!(twin(rust, script, 4), Some(3));
        assert_eq!(twin(rust, script, 5), Some(5));
        assert_eq!(twin(rust, script, 1), None, "no time passes there");
        assert_eq!(twin(rust, "host.sleep(ms);", 2), None);
    }

    #[test]
    fn every_line_of_a_published_loop_in_which_time_passes_has_its_twin() {
        for strategy in strategies::ALL.iter().filter(|strategy| !strategy.script.is_empty()) {
            let there = operations(&strategy.script);
            assert!(!there.is_empty(), "{}", strategy.id);
            for (name, line) in operations(&strategy.code) {
                let twin = twin(&strategy.code, &strategy.script, line);
                let found = twin.is_some_and(|twin| there.contains(&(name.clone(), twin)));
                assert!(found, "{}: {name} in line {line}", strategy.id);
            }
        }
    }
}
