// Runs the program as compiled for wasm32: its main checks that every world ends where it should. Nothing of a browser
// is needed for that, so whatever would be imported from one is an error when it is called.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = {};
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
  if (kind !== "function") throw new Error(`${from}.${name} is a ${kind}`);
  imports[from] ??= {};
  imports[from][name] = () => {
    throw new Error(`${from}.${name} was called`);
  };
}
const { exports } = new WebAssembly.Instance(module, imports);
const code = exports.main(0, 0);
if (code !== 0) throw new Error(`main answered ${code}`);
console.log("every world ends on wasm32 where it ends elsewhere");
