import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import type { Host } from "../../host/port.ts";
import { describeBlob, type PublicKey, wireReader } from "../../parsers/ssh/key.ts";

/** draft-miller-ssh-agent: a request for the list of keys, and its answer. No key is used by it. */
const request = Buffer.from([0, 0, 0, 1, 11]);
const answerKind = 12;

const maxBytes = 256 << 10;
const maxKeys = 256;
/** How long all agents of a host have, in steps: other tables may block this thread for longer than one. */
const [steps, stepMs] = [10, 100];

/** node:fs has no name for it. */
const onlyPath = 0o10000000;

/** The keys that an agent lists; null: it didn't, or there is no agent behind the path. */
export async function listAgentKeys(host: Host, path: string): Promise<PublicKey[] | null> {
  if (host.root !== "/" || host.platform !== "linux") return null;
  let file: number | undefined;
  try {
    // A link in the path could lead to another program's socket.
    file = openSync(host.path(path), onlyPath | constants.O_NOFOLLOW);
    const opened = `/proc/self/fd/${file}`;
    if (!fstatSync(file).isSocket() || readlinkSync(opened) !== path) return null;
    return parseAnswer(await ask(opened));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function ask(path: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let total = 0;
    let left = steps;
    const socket = connect({ path });
    let timer = setTimeout(wait, stepMs);
    function wait(): void {
      if (--left <= 0) end();
      else timer = setTimeout(wait, stepMs);
    }
    function end(): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks));
    }
    socket.on("connect", () => socket.write(request));
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      total += chunk.length;
      if (total > maxBytes || isWhole(chunks, total)) end();
    });
    socket.on("error", end);
    socket.on("close", end);
  });
}

function isWhole(chunks: Buffer[], total: number): boolean {
  const start = chunks.length === 1 || total > maxBytes ? chunks[0]! : Buffer.concat(chunks);
  return start.length >= 4 && total >= 4 + start.readUInt32BE(0);
}

/** Null for anything but a whole list. */
export function parseAnswer(bytes: Buffer): PublicKey[] | null {
  try {
    const reader = wireReader(wireReader(bytes).string());
    if (reader.byte() !== answerKind) return null;
    const count = reader.uint32();
    if (count > maxKeys) return null;
    const keys: PublicKey[] = [];
    for (let at = 0; at < count; at++) {
      const key = describeBlob(reader.string());
      reader.string(); // comment
      if (key) keys.push(key);
    }
    return keys;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
