use std::{io::{Result, Write}, time::Instant};
pub struct Probe<W> { out: W, start: Instant }
impl<W: Write> Probe<W> {
    pub fn new(mut out: W) -> Result<Probe<W>> { writeln!(out, "flip_ms,sample_ms")?; Ok(Probe { out, start: Instant::now() }) }
    pub fn flipped(&mut self, sample_s: f64) -> Result<()> { // Call it when `present` has returned.
        let flip_ms = self.start.elapsed().as_secs_f64() * 1000.0;
        writeln!(self.out, "{flip_ms:.3},{:.3}", sample_s * 1000.0)?;
        self.out.flush()
    }
}
