// A worker that runs a stranger's loops for three seconds, so that loader.js can end it if they never give control back.

onmessage = async ({ data: { module, code } }) => {
  try {
    const { default: start } = await import(`./whole/tickscope.js${location.search}`);
    await start({ module_or_path: module });
    postMessage("begun");
    tickscope.rehearse(code);
    postMessage(true);
  } catch (why) {
    console.error(why);
    postMessage(false);
  }
};
