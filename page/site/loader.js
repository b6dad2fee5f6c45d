// Brings the program: its bytes are counted while they arrive and compiled while they are counted. What the program says
// about itself comes as "tickscope" events; words are only ever set as text.

const part = (id) => document.getElementById(id);
const [arrival, words, bar, bytes, again] = ["arrival", "words", "bar", "bytes", "again"].map(part);
const build = new URL(import.meta.url).search;
const root = document.documentElement;
const query = new URLSearchParams(location.search);
const isEmbedded = query.has("embed");
// What the program keeps in this browser is a text of this name. The whole build, with the engine for loops of one's own and that of
// the world "stack", is loaded in a tab that has asked for it, where the last visit ended with either, and with ?whole.
const KEPT = "tickscope";
const IN_TAB = isEmbedded ? "tickscope-part" : "tickscope";
const WHOLE_ASKED = "tickscope-whole";
// What is noted there if the loops are a stranger's, and how long they may compute until they give control back.
const REHEARSE = "rehearse";
const REHEARSAL_MS = 6000;
const folder = needsWhole() ? "whole/" : "";
const hasFailed = () => root.dataset.status?.startsWith("error") ?? false;

const NO_WASM = "This browser can't run tickscope: it has no WebAssembly. A current Chrome, Edge, Firefox or Safari has.";
const NO_DRAWING =
  "This browser offers neither WebGPU nor WebGL2, and tickscope draws with one of them. " +
  "Update the browser, or switch on hardware acceleration in its settings, and try again.";
const NOT_ARRIVED = "The program did not arrive. Look at the connection, and try again.";
const DAMAGED = "What arrived is not the program, or is damaged. Try again; if that does not help, this site has to be mended.";
const NOTHING_KEPT = "This browser keeps nothing for this page, which needs that to go on with the whole program.";
const HANGS =
  "The loop that you let run gave no control back in a rehearsal of three seconds, or took all memory. It was not started, and the page begins again without it.";
const STOPPED = "The program has stopped because of an error. Try again: the page comes back as it was, where the browser keeps anything for it.";

class Refusal extends Error {}

function needsWhole() {
  if (query.has("whole")) return true;
  try {
    const settings = isEmbedded ? null : JSON.parse(localStorage.getItem(KEPT))?.settings;
    return sessionStorage.getItem(WHOLE_ASKED) !== null || settings?.loops?.length > 0 || settings?.scene?.id === "stack";
  } catch {
    return false;
  }
}

function mustRehearse() {
  try {
    return sessionStorage.getItem(WHOLE_ASKED) === REHEARSE;
  } catch {
    return false;
  }
}

// The program has kept what it shows: the other build goes on with that.
function fetchWhole(text) {
  try {
    sessionStorage.setItem(WHOLE_ASKED, text);
  } catch (why) {
    return say(NOTHING_KEPT, { overThePicture: true });
  }
  say("Loading …", { overThePicture: true });
  location.reload();
}

function say(text, { progress = false, retry = false, overThePicture = false } = {}) {
  words.textContent = text;
  bar.hidden = bytes.hidden = !progress;
  again.hidden = !retry;
  arrival.classList.toggle("over-the-picture", overThePicture);
  arrival.hidden = false;
}

function fail(text, why) {
  if (why) console.error(why);
  if (!hasFailed()) root.dataset.status = `error ${text}`;
  say(text, { retry: true });
}

function canDraw() {
  if (navigator.gpu) return true;
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

async function fetched(address) {
  const response = await fetch(address).catch((why) => {
    throw new Refusal(NOT_ARRIVED, { cause: why });
  });
  if (!response.ok) throw new Refusal(NOT_ARRIVED, { cause: `${response.status} ${response.statusText}` });
  return response;
}

// The same bytes, each counted on its way. Their sum is known from the build: a packed answer's length is not theirs.
function counted(response) {
  const megabytes = (count) => (count / 1_000_000).toFixed(1);
  let received = 0;
  const count = new TransformStream({
    transform(chunk, to) {
      received += chunk.byteLength;
      bar.value = received;
      bytes.textContent = `${megabytes(received)} of ${megabytes(bar.max)} MB`;
      if (received >= bar.max) words.textContent = "Starting …";
      to.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
}

// The stream fails with the download; what is no program fails to compile.
async function compiled(response) {
  try {
    return await WebAssembly.compileStreaming(counted(response));
  } catch (why) {
    throw new Refusal(why instanceof WebAssembly.CompileError ? DAMAGED : NOT_ARRIVED, { cause: why });
  }
}

// A stranger's loops run in a worker first, which can be ended. One that hangs there is not started, and the next visit begins without it.
async function rehearse(module) {
  const { code } = JSON.parse(sessionStorage.getItem(IN_TAB));
  const worker = new Worker(`rehearsal.js${build}`, { type: "module" });
  const returned = await new Promise((done) => {
    worker.onmessage = ({ data }) => (data === "begun" ? setTimeout(done, REHEARSAL_MS, false) : done(data));
    // A browser that starts no such worker goes on without: the person has let the loops run.
    worker.onerror = () => done(true);
    worker.postMessage({ module, code });
  });
  worker.terminate();
  sessionStorage.setItem(WHOLE_ASKED, "");
  if (returned) return;
  sessionStorage.removeItem(IN_TAB);
  throw new Refusal(HANGS);
}

async function load() {
  if (typeof WebAssembly !== "object" || !WebAssembly.compileStreaming) throw new Refusal(NO_WASM);
  if (!canDraw()) throw new Refusal(NO_DRAWING);
  if (folder) bar.max = Number(bar.dataset.whole);
  say("Loading …", { progress: true });
  const glue = import(`./${folder}tickscope.js${build}`).catch((why) => {
    throw new Refusal(NOT_ARRIVED, { cause: why });
  });
  const program = fetched(`${folder}tickscope_bg.wasm${build}`).then(compiled);
  const [module, { default: start }] = await Promise.all([program, glue]);
  if (folder && mustRehearse()) {
    say("Trying the loop …");
    await rehearse(module);
  }
  await start({ module_or_path: module });
}

const heard = {
  ready() {
    arrival.hidden = true;
    // In an embed the keyboard stays with the text around it.
    if (!isEmbedded) part("tickscope").focus({ preventScroll: true });
  },
  failed: (text) => fail(text || NO_DRAWING),
  lost: (text) => say(text || "The picture was lost; it is being made again …", { overThePicture: true }),
  back() {
    arrival.hidden = true;
  },
  whole: fetchWhole,
};

document.addEventListener("tickscope", ({ detail: { kind, text } }) => heard[kind]?.(text));
again.addEventListener("click", () => location.reload());

part("old").remove();
root.classList.toggle("embed", isEmbedded);
load()
  .then(() => {
    // From here on a trap is the program's end: its memory is no longer to be trusted. Mostly it has said so itself.
    const trapped = (what) => what instanceof WebAssembly.RuntimeError && !hasFailed() && fail(STOPPED);
    window.addEventListener("error", ({ error }) => trapped(error));
    window.addEventListener("unhandledrejection", ({ reason }) => trapped(reason));
  })
  .catch((why) => (why instanceof Refusal ? fail(why.message, why.cause) : fail(STOPPED, why)));
