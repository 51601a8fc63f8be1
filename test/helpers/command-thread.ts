import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** Output and exit code of a command. */
export interface Ended {
  stdout: string;
  stderr: string;
  code: number | null;
}

interface CommandLine {
  argv: string[];
  env: Record<string, string | undefined>;
  /** The content of stdin. */
  input: string;
}

/**
 * A thread that has the program built below `root` loaded, in which a command takes a tenth of
 * what it takes in a process. Command lines run in it one after the other. What is about signals,
 * pipes, terminals or a stay needs a process.
 */
export function commandThread(root: string) {
  const main = pathToFileURL(join(root, "dist", "main.js")).href;
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function run(line: CommandLine): Promise<Ended> {
    thread ??= new Worker(new URL("./command-thread.mjs", import.meta.url), {
      workerData: { main },
      execArgv: [],
    });
    // It ends with the thread that started it, after the last file.
    thread.unref();
    const over = new AbortController();
    const { signal } = over;
    const died = once(thread, "exit", { signal }).then(() => {
      throw new Error(`the thread ended in: ${line.argv.join(" ")}`);
    });
    const answered = once(thread, "message", { signal });
    thread.postMessage(line);
    const [ended] = await Promise.race([answered, died]);
    over.abort();
    return ended as Ended;
  }

  return (line: CommandLine): Promise<Ended> => {
    const turn = last.then(() => run(line));
    last = turn.catch(() => {});
    return turn;
  };
}
