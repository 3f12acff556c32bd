// Runs hashes.wasm under Node and prints what the native program prints: node wasm_hashes.mjs FILE [STEPS]
import { readFile } from "node:fs/promises";

const [file, limit = "4294967295"] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const { carom_start, carom_run_to, carom_checkpoint, carom_name } = instance.exports;

for (let scene = 0; carom_start(scene); scene++) {
  let name = "";
  for (let at = 0, byte; (byte = carom_name(scene, at)); at++) name += String.fromCharCode(byte);
  for (let n = 0, steps; (steps = carom_checkpoint(scene, n)) && steps <= Number(limit); n++) {
    const hash = BigInt.asUintN(64, carom_run_to(steps));
    console.log(`${name} ${steps} ${hash.toString(16).padStart(16, "0")}`);
  }
}
