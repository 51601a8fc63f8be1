import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";

// Runs one command line after the other in this thread, as bin/run.js would each in a process.
const written = { stdout: "", stderr: "" };
// The thread's own streams stay: the thread that started this one asks them for more.
for (const name of ["stdout", "stderr"])
  Object.assign(process[name], {
    _writev: null,
    _write(chunk, _encoding, done) {
      written[name] += chunk;
      done();
    },
  });
const { main } = await import(workerData.main);

parentPort.on("message", async ({ argv, env, input }) => {
  Object.assign(written, { stdout: "", stderr: "" });
  const stdin = { value: Readable.from([Buffer.from(input)]), configurable: true };
  Object.defineProperty(process, "stdin", stdin);
  process.env = env;
  process.exitCode = undefined;
  await main(argv);
  forgetListeners();
  parentPort.postMessage({ ...written, code: process.exitCode ?? 0 });
});

/** What a command leaves with its process would have ended with that. */
function forgetListeners() {
  process.removeAllListeners("uncaughtException");
  process.stdout.removeAllListeners("error");
  process.stderr.removeAllListeners("error");
}
