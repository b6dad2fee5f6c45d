//! The findings of the panes at the shown moment, computed once and stored while they stay valid.

use std::cell::RefCell;
use std::rc::Rc;
use tickscope_core::lab::experiments::diagnoses::Diagnoses;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::in_lab::findings_seen;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::seen::Seen;
use tickscope_core::lab::symptoms::symptom::PaneState;

/// The findings of a pane, and the data from which they were computed.
struct KnownFindings {
    /// The number of the pane in the laboratory.
    pane: usize,
    state: Rc<PaneState>,
    /// The number of commands given by then.
    commands: usize,
    /// The number of diagnoses known by then.
    diagnoses: usize,
    findings: Rc<Vec<Finding>>,
}

#[derive(Default)]
pub(super) struct PaneFindings(RefCell<Vec<KnownFindings>>);

impl PaneFindings {
    pub(super) fn of(&self, lab: &Lab, index: usize, seen: Seen, diagnoses: &Diagnoses) -> Rc<Vec<Finding>> {
        let mut known = self.0.borrow_mut();
        let (pane, state, commands) = (seen.pane.number(), seen.state(), lab.log().len());
        let is_same = |known: &&KnownFindings| {
            known.pane == pane
                && Rc::ptr_eq(&known.state, &state)
                && (known.commands, known.diagnoses) == (commands, diagnoses.count())
        };
        if let Some(same) = known.iter().find(is_same) {
            return same.findings.clone();
        }
        known.retain(|known| known.pane != pane && lab.panes().iter().any(|pane| pane.number() == known.pane));
        let findings = Rc::new(findings_seen(lab, index, seen, diagnoses));
        known.push(KnownFindings { pane, state, commands, diagnoses: diagnoses.count(), findings: findings.clone() });
        findings
    }
}
