// @name  Counted refreshes
// @about Steps are as many refresh intervals as the display has made flips since the last turn; no clock is read.
const COUNT = host.param("count", "flips", { choices: ["flips", "refreshes"], about: "What a step is one interval for: each flip, or each refresh of the display." });

function loop(host) {
  const count = () => (COUNT === "refreshes" ? host.refreshes() : host.flips());
  let last = count();
  while (host.running()) {
    const now = count();
    const passed = now - last;
    last = now;

    host.watch("refreshes", passed, "count");
    host.update(host.refreshInterval() * passed);
    host.render();
  }
}
