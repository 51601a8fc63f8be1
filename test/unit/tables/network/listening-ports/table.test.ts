import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { listeningPorts } from "../../../../../src/tables/network/listening-ports/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const links = { "proc/812/fd/6": "socket:[5001]", "proc/813/fd/6": "socket:[5001]" };

test("listens: TCP in LISTEN, UDP and raw without a peer, Unix with a path", async () => {
  const { rows } = await listeningPorts.collect(hostTree({ from: "proc-web", links }));
  const seen = rows.map((row) => [
    row.pid,
    row.protocol,
    row.family,
    row.address,
    row.port,
    row.path,
  ]);
  expect(seen).toEqual([
    [812, 6, 2, "0.0.0.0", 80, ""],
    [813, 6, 2, "0.0.0.0", 80, ""],
    [-1, 6, 2, "127.0.0.1", 3306, ""],
    [-1, 6, 10, "::", 80, ""],
    [-1, 17, 2, "127.0.0.1", 53, ""],
    [-1, 255, 2, "0.0.0.0", 1, ""],
    [-1, 0, 1, "", 0, "/run/my app.sock"],
    [-1, 0, 1, "", 0, "@abstract"],
  ]);
  expect(rows[1]).toMatchObject({
    process_name: "nginx",
    username: "www-data",
    fd: 6,
    socket: 5001,
  });
});

test("connected sockets do not listen", async () => {
  const { rows } = await listeningPorts.collect(hostTree({ from: "proc-web", links }));
  for (const socket of [5003, 5005, 5007, 5009, 5012])
    expect(rows.find((row) => row.socket === socket)).toBeUndefined();
});

test("a refused folder of descriptors keeps the port and tells of the gap", async () => {
  const host = closePaths(hostTree({ from: "proc-web", links }), /^\/proc\/81\d\/fd$/);
  const { rows, gaps } = await listeningPorts.collect(host);
  expect(rows[0]).toMatchObject({ pid: -1, port: 80, process_name: null });
  expect(gaps).toContainEqual(expect.objectContaining({ reason: "denied" }));
});

test.runIf(process.platform === "linux")("finds the sockets that this process opens", async () => {
  const folder = temporaryFolder();
  const tcp = createServer().listen(0, "0.0.0.0");
  const unix = createServer().listen(join(folder, "a b.sock"));
  const udp = createSocket("udp4").bind(0, "127.0.0.1");
  onTestFinished(() => {
    tcp.close();
    unix.close();
    udp.close();
  });
  await Promise.all([once(tcp, "listening"), once(unix, "listening"), once(udp, "listening")]);
  const { rows } = await listeningPorts.collect(openHost());
  const own = rows.filter((row) => row.pid === process.pid);
  const { port } = tcp.address() as AddressInfo;
  expect(own).toContainEqual(
    expect.objectContaining({ protocol: 6, family: 2, address: "0.0.0.0", port }),
  );
  expect(own).toContainEqual(
    expect.objectContaining({ protocol: 17, address: "127.0.0.1", port: udp.address().port }),
  );
  expect(own).toContainEqual(expect.objectContaining({ path: join(folder, "a b.sock"), port: 0 }));
});

const hasSs = ["/usr/bin/ss", "/bin/ss", "/usr/sbin/ss", "/sbin/ss"].some((path) =>
  existsSync(path),
);
if (!hasSs) console.warn("Skipped: the comparison with ss needs ss.");

test.skipIf(!hasSs)("lists the TCP ports that ss lists", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // Others open and close ports meanwhile: what ss shows both before and after has to be there.
  const before = portsOfSs();
  const { rows } = await listeningPorts.collect(openHost());
  const after = new Set(portsOfSs());
  const ours = new Set(rows.filter((row) => row.protocol === 6).map((row) => Number(row.port)));
  const lasting = before.filter((port) => after.has(port));
  expect(lasting).toContain((server.address() as AddressInfo).port);
  expect(lasting.filter((port) => !ours.has(port))).toEqual([]);
});

function portsOfSs(): number[] {
  return execFileSync("ss", ["-Htln"], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean)
    .map((line) => Number(line.split(/\s+/)[3]!.split(":").at(-1)));
}
