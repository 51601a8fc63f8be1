import type { Stats } from "node:fs";
import { expect, test } from "vitest";
import { sshControlSockets } from "../../../../src/tables/ssh/ssh-control-sockets.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const unixSocket = (inode: number, path: string, flags = "00010000") =>
  `0000000000000000: 00000002 00000000 ${flags} 0001 01 ${inode} ${path}`;
const tcp = (number: number, local: string, remote: string, inode: number) =>
  `   ${number}: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1`;
const status = (name: string, uid: number) =>
  `Name:\t${name}\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nGid:\t${uid}\t${uid}\t${uid}\t${uid}\n`;

const random = ".Ab3dEf6hIj9kLm2n";
/** 10.0.0.5:40000 is connected to port 22 of 10.0.0.6 and .7. */
const connections = [
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
  tcp(0, "0500000A:9C40", "0600000A:0016", 103),
  tcp(1, "0500000A:9C41", "0700000A:0016", 104),
];

function host(names: string[], fds: Record<string, number>) {
  const tree = hostTree({
    files: {
      "etc/passwd": "root:x:0:0::/root:/bin/sh\nbob:x:1000:1000::/home/bob:/bin/sh\n",
      "proc/1/status": status("systemd", 0),
      "proc/500/status": status("ssh", 1000),
      "proc/600/status": status("editor", 1000),
      "proc/net/tcp": connections.join("\n"),
      "proc/net/unix": [
        "Num       RefCount Protocol Flags    Type St Inode Path",
        ...names.map((name, at) => unixSocket(200 + at, name)),
      ].join("\n"),
      "home/bob/open": "",
      "home/bob/forward": "",
    },
    links: {
      ...Object.fromEntries(
        Object.entries(fds).map(([path, inode]) => [`proc/${path}`, `socket:[${inode}]`]),
      ),
      ...Object.fromEntries(
        ["self", "1", "500", "600"].map((pid) => [`proc/${pid}/ns/net`, "net:[1]"]),
      ),
    },
  });
  const stat = (path: string): Stats =>
    Object.assign(tree.stat(path), {
      uid: 1000,
      isSocket: () => path.startsWith("/home/bob/open"),
    });
  return { ...tree, stat };
}

const master = { "500/fd/3": 103, "500/fd/4": 200 };

test("a shared connection has the name that its socket was renamed to, and both ends", async () => {
  const { rows, gaps } = await collectOf(
    sshControlSockets,
    host([`/home/bob/open${random}`], master),
  );
  expect(gaps).toEqual([]);
  expect(rows).toEqual([
    {
      path: "/home/bob/open",
      username: "bob",
      uid: 1000,
      pid: 500,
      local_address: "10.0.0.5",
      local_port: 40000,
      remote_address: "10.0.0.6",
      remote_port: 22,
    },
  ]);
});

test.each([
  ["it forwards something else", ["/home/bob/open"], master],
  ["the file was removed", [`/home/bob/gone${random}`], master],
  ["the file is no socket", [`/home/bob/forward${random}`], master],
  ["another program's", [`/home/bob/open${random}`], { "600/fd/4": 200, "600/fd/3": 103 }],
])("no shared connection: %s", async (_, names, fds) => {
  expect((await collectOf(sshControlSockets, host(names, fds))).rows).toEqual([]);
});

test.each([
  ["behind a jump host", { "500/fd/4": 200 }],
  ["with several connections", { ...master, "500/fd/5": 104 }],
])("which connection it is is not known: %s", async (_, fds) => {
  const { rows } = await collectOf(sshControlSockets, host([`/home/bob/open${random}`], fds));
  expect(pick(rows, "path", "remote_address", "remote_port")).toEqual([
    { path: "/home/bob/open", remote_address: null, remote_port: null },
  ]);
});
