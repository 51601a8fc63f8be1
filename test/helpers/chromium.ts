import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

// biome-ignore lint/suspicious/noExplicitAny: what a browser answers is known to who asks
type Answer = any;

/** A page of a real browser, spoken to by the DevTools protocol. */
export interface Page {
  /** Resolves once the address is loaded whole. */
  open(url: string): Promise<void>;
  send(method: string, params?: object): Promise<Answer>;
  /** The value of an expression, awaited in the page. */
  evaluate(expression: string): Promise<Answer>;
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // Over descriptors 3 and 4: no port, no WebSocket.
  "--remote-debugging-pipe",
];

/** Where this machine's Chromium is; undefined where it has none. */
export function findChromium(): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A browser with one blank page; `close` ends it and leaves nothing behind. */
export async function openChromium(file: string) {
  const profile = mkdtempSync(join(tmpdir(), "inquest-chromium-"));
  const browser = spawn(file, [...flags, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = once(browser, "exit");
  const connection = connect(browser);
  const { targetId } = await connection.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  const close = async () => {
    await connection.send("Browser.close").catch(() => browser.kill());
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { page: pageOf(connection, sessionId), close };
}

function pageOf({ send }: ReturnType<typeof connect>, sessionId: string): Page {
  const toPage = (method: string, params?: object) => send(method, params, sessionId);
  const page: Page = {
    send: toPage,
    async open(url) {
      await toPage("Page.navigate", { url });
      await page.evaluate(
        "document.readyState === 'complete' || new Promise((done) => addEventListener('load', () => done()))",
      );
    },
    async evaluate(expression) {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await toPage("Runtime.evaluate", options);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
  };
  return page;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Messages are JSON ended by NUL. */
function connect(browser: ChildProcess) {
  const [input, output] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable];
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let rest = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop()!;
    for (const { id, result, error } of messages.map((text) => JSON.parse(text))) {
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  output.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has ended."));
  });
  input.on("error", () => {});
  const send = (method: string, params: object = {}, sessionId?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
  return { send };
}
