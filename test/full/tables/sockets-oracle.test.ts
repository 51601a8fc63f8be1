import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../src/tables/host/local.ts";
import { listeningPorts } from "../../../src/tables/network/listening-ports/table.ts";
import { processOpenSockets } from "../../../src/tables/network/process-open-sockets/table.ts";
import { collectRows, pick } from "../../helpers/collect-table.ts";

const opening = `
import socket, sys
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
s.bind(("lo", 3))
print("open", flush=True)
sys.stdin.read()`;

const canOpen =
  spawnSync("ss", ["-V"]).status === 0 &&
  spawnSync("python3", ["-c", opening], { input: "" }).status === 0;
if (!canOpen) console.warn("Skipped: the comparison of packet sockets needs root, python3 and ss.");

/** The packet sockets that ss lists, by inode: "p_raw UNCONN 0 0 *:lo * users:(("python3",pid=7,fd=3)) ino:18 …". */
function askSs(): Map<number, { pid: number; fd: number; interface: string }> {
  const { stdout } = spawnSync("ss", ["-0", "-a", "-n", "-p", "-e"], { encoding: "utf8" });
  const line = /^p_\w+ .*?\d+ +\S+:(\S+) .*?pid=(\d+),fd=(\d+)\).*? ino:(\d+)/gm;
  const seen = [...stdout.matchAll(line)].map(([, name = "", pid, fd, inode]) => {
    const row = { pid: Number(pid), fd: Number(fd), interface: name === "*" ? "" : name };
    return [Number(inode), row] as const;
  });
  return new Map(seen);
}

test.skipIf(!canOpen)("packet sockets are those that ss lists", async () => {
  const child = spawn("python3", ["-c", opening], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(async () => {
    child.stdin.end();
    await once(child, "exit");
  });
  await once(child.stdout, "data");
  const rows = await collectRows(processOpenSockets, openHost());
  const ours = rows.filter((row) => row.family === 17 && row.pid !== -1);
  const theirs = askSs();
  expect([...theirs.values()]).toContainEqual({ pid: child.pid, fd: 3, interface: "lo" });
  expect(
    new Map(
      ours.map((row) => [row.socket, { pid: row.pid, fd: row.fd, interface: row.local_address }]),
    ),
  ).toEqual(theirs);
  const listening = await collectRows(listeningPorts, openHost());
  expect(pick(listening, "pid", "family", "protocol", "address")).toContainEqual({
    pid: child.pid,
    family: 17,
    protocol: 3,
    address: "lo",
  });
});
