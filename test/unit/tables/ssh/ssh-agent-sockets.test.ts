import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { listAgentKeys, parseAnswer } from "../../../../src/tables/ssh/server/agent-keys.ts";
import { sshAgentKeys } from "../../../../src/tables/ssh/ssh-agent-keys.ts";
import { sshAgentSockets } from "../../../../src/tables/ssh/ssh-agent-sockets.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const unixSocket = (inode: number, path: string, flags = "00010000") =>
  `0000000000000000: 00000002 00000000 ${flags} 0001 01 ${inode} ${path}`;

/** 10.0.0.7:40000 is connected to port 22; the same client's port 5432 is forwarded. */
const tcp = [
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
  "   0: 0100007F:9C41 0100007F:1538 01 00000000:00000000 00:00000000 00000000  1000        0 104 1",
  "   1: 0500000A:0016 0700000A:9C40 01 00000000:00000000 00:00000000 00000000     0        0 103 1",
].join("\n");

const status = (name: string, uid: number) =>
  `Name:\t${name}\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nGid:\t${uid}\t${uid}\t${uid}\t${uid}\n`;

const forwarded = "/tmp/ssh-Xabc123/agent.500";
const local = "/home/bob/agent";

const host = () =>
  hostTree({
    files: {
      "etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n",
      "proc/1/status": status("systemd", 0),
      "proc/500/status": status("sshd", 1000),
      "proc/600/status": status("ssh-agent", 1000),
      "proc/700/status": status("editor", 1000),
      "proc/net/tcp": tcp,
      "proc/net/unix": [
        "Num       RefCount Protocol Flags    Type St Inode Path",
        unixSocket(101, forwarded),
        unixSocket(102, local),
        unixSocket(105, "/run/editor.sock"),
        unixSocket(106, "/tmp/ssh-Ygone/agent.9"),
        unixSocket(107, "/run/user/1000/keyring/ssh"),
        unixSocket(108, forwarded, "00000000"),
      ].join("\n"),
      [forwarded.slice(1)]: "",
      [local.slice(1)]: "",
      "run/editor.sock": "",
      "run/user/1000/keyring/ssh": "",
    },
    links: {
      "proc/1/fd/0": "/dev/null",
      "proc/500/fd/4": "socket:[103]",
      "proc/500/fd/9": "socket:[101]",
      "proc/500/fd/11": "socket:[104]",
      "proc/600/fd/3": "socket:[102]",
      "proc/700/fd/3": "socket:[105]",
      ...Object.fromEntries(
        ["self", "1", "500", "600", "700"].map((pid) => [`proc/${pid}/ns/net`, "net:[1]"]),
      ),
    },
  });

/** The tree's files belong to whoever runs the test; here to alice. */
const owned = (tree = host()) => ({
  ...tree,
  stat: (path: string) => Object.assign(tree.stat(path), { uid: 1000 }),
});

test("a forwarded agent has its client's address, a local one has none", async () => {
  const { rows, gaps } = await collectOf(sshAgentSockets, owned());
  expect(gaps).toEqual([]);
  const common = { uid: 1000, username: "alice", key_count: null };
  expect(rows).toEqual([
    { ...common, path: forwarded, pid: 500, forwarded: 1, address: "10.0.0.7" },
    { ...common, path: local, pid: 600, forwarded: 0, address: "" },
    // of a socket that nobody seen holds it isn't known
    { ...common, path: "/run/user/1000/keyring/ssh", pid: null, forwarded: null, address: "" },
  ]);
});

test("an unreadable folder leaves the owner unknown", async () => {
  const { rows, gaps } = await collectOf(sshAgentSockets, denyingHost(owned(), "/home/bob"));
  expect(rows.find(({ path }) => path === local)).toMatchObject({ uid: null, username: null });
  expect(gaps).toMatchObject([{ reason: "denied", columns: ["uid", "username"] }]);
});

const noAgent = process.platform !== "linux" || spawnSync("ssh-agent", ["-h"]).error;
if (noAgent) console.warn("Skipped: the socket of a real ssh-agent needs Linux and ssh-agent.");
if (noAgent) console.warn("skipped: no ssh-agent here");

test.skipIf(noAgent)("an agent of this machine is seen, wherever its socket is", async () => {
  const path = join(temporaryFolder(), "my-agent");
  const agent = spawn("ssh-agent", ["-D", "-a", path]);
  onTestFinished(async () => {
    const exit = once(agent, "exit");
    agent.kill();
    await exit;
  });
  await once(agent.stdout, "data"); // it prints its variables when it listens
  const { rows } = await collectOf(sshAgentSockets, openHost());
  expect(rows.find((row) => row.path === path)).toMatchObject({
    uid: process.getuid?.(),
    pid: agent.pid,
    forwarded: 0,
    address: "",
    key_count: 0,
  });
});

test.skipIf(noAgent)("an agent of this machine lists the fingerprints of its keys", async () => {
  const folder = temporaryFolder();
  const [path, file] = [join(folder, "agent"), join(folder, "id")];
  const agent = spawn("ssh-agent", ["-D", "-a", path]);
  onTestFinished(async () => {
    const exit = once(agent, "exit");
    agent.kill();
    await exit;
  });
  await once(agent.stdout, "data");
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
  spawnSync("ssh-add", ["-q", file], { env: { ...process.env, SSH_AUTH_SOCK: path } });
  const { stdout } = spawnSync("ssh-keygen", ["-lf", `${file}.pub`], { encoding: "utf8" });
  const { rows } = await collectOf(sshAgentKeys, openHost());
  expect(rows.filter((row) => row.path === path)).toEqual([
    { path, algorithm: "ssh-ed25519", key_bits: 256, fingerprint: stdout.split(" ")[1] },
  ]);
  symlinkSync(path, join(folder, "link"));
  expect(await listAgentKeys(openHost(), join(folder, "link"))).toBeNull();
});

test("an agent that is silent, or none, is given up on", async () => {
  const [silent, folder] = [createServer(), temporaryFolder()];
  const path = join(folder, "silent");
  await new Promise<void>((resolve) => silent.listen(path, resolve));
  onTestFinished(() => void silent.close());
  expect(await listAgentKeys(openHost(), path)).toBeNull();
  expect(await listAgentKeys(openHost(), join(folder, "missing"))).toBeNull();
});

test("only a whole list of keys is one", () => {
  const answer = (kind: number, count: number, rest = Buffer.alloc(0)) => {
    const body = Buffer.concat([Buffer.from([kind, 0, 0, 0, count]), rest]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, body]);
  };
  expect(parseAnswer(answer(12, 0))).toEqual([]);
  expect(parseAnswer(answer(5, 0))).toBeNull();
  expect(parseAnswer(answer(12, 1))).toBeNull();
  expect(parseAnswer(answer(12, 0).subarray(0, 6))).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      parseAnswer(Buffer.from(bytes));
    }),
  );
});
