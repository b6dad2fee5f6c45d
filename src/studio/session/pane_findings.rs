//! The findings of the panes at the shown moment, computed once and stored while they stay valid, and those of an open card, which
//! stand still while a person points at it.

use std::cell::RefCell;
use std::rc::Rc;
use tickscope_core::lab::experiments::diagnoses::Diagnoses;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::findings::in_lab::findings_seen;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::seen::Seen;
use tickscope_core::lab::symptoms::symptom::PaneState;
use tickscope_core::model::config::pane_letter::PaneLetter;

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

/// The findings in the card of a pane.
struct CardFindings {
    pane: PaneLetter,
    /// The number of runs that the session has begun by then, and of changes of settings in the last one.
    changes: (u64, usize),
    findings: Rc<Vec<Finding>>,
}

/// The findings that the last shown card had; `None` if there was none.
#[derive(Default)]
pub(super) struct ShownCard(RefCell<Option<CardFindings>>);

impl ShownCard {
    /// Returns the findings for the card of a pane: those `now`, or those of before if they are `held` and nobody has changed the
    /// settings since. Only a diagnosis of the last one is added, which changes no row above it.
    pub(super) fn findings(
        &self,
        (pane, held): (PaneLetter, bool),
        changes: (u64, usize),
        now: Rc<Vec<Finding>>,
        diagnoses: &Diagnoses,
    ) -> Rc<Vec<Finding>> {
        let mut shown = self.0.borrow_mut();
        let before = shown.take().filter(|card| held && card.pane == pane && card.changes == changes);
        let mut findings = before.map_or(now, |card| card.findings);
        if findings.last().is_some_and(|last| last.diagnosis.is_none())
            && let Some(last) = Rc::make_mut(&mut findings).last_mut()
        {
            last.diagnose(diagnoses);
        }
        *shown = Some(CardFindings { pane, changes, findings: findings.clone() });
        findings
    }
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
