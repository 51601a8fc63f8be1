import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { processOpenSockets } from "../../../../../src/tables/network/process-open-sockets/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";

const links = {
  "proc/1/fd/3": "socket:[5001]",
  "proc/812/fd/9": "socket:[5001]",
  "proc/812/fd/6": "socket:[5001]",
  "proc/813/fd/6": "socket:[5001]",
  "proc/813/fd/10": "socket:[5003]",
  "proc/813/fd/11": "pipe:[5002]",
  "proc/900/fd/0": "/dev/null",
  "proc/self/ns/net": "net:[4026531840]",
  "proc/1/ns/net": "net:[4026531840]",
  "proc/812/ns/net": "net:[4026531840]",
  "proc/813/ns/net": "net:[4026531840]",
};

const recordedHost = (more: Parameters<typeof hostTree>[0] = {}) =>
  hostTree({ from: "proc-web", ...more, links: { ...links, ...more.links } });

/** Every process of the tree has a folder of descriptors, as on a machine. */
const withAllFolders = () =>
  recordedHost({ links: { "proc/2/fd/0": "/dev/null", "proc/900/ns/net": "net:[4026531840]" } });

test("a socket has a row for each process that holds it, by the lowest descriptor", async () => {
  const { rows, gaps } = await processOpenSockets.collect(withAllFolders());
  expect(gaps).toEqual([]);
  expect(rows.filter((row) => row.socket === 5001)).toEqual(
    [
      { pid: 1, fd: 3, process_name: "systemd", username: "root" },
      { pid: 812, fd: 6, process_name: "nginx", username: "root" },
      { pid: 813, fd: 6, process_name: "nginx", username: "www-data" },
    ].map((holder) => ({
      ...holder,
      socket: 5001,
      family: 2,
      protocol: 6,
      local_address: "0.0.0.0",
      local_port: 80,
      remote_address: "0.0.0.0",
      remote_port: 0,
      path: "",
      state: "LISTEN",
      net_namespace: "4026531840",
    })),
  );
});

test("addresses, ports and states are the kernel's", async () => {
  const { rows } = await processOpenSockets.collect(withAllFolders());
  const of = (socket: number) => rows.find((row) => row.socket === socket);
  expect(of(5003)).toMatchObject({
    pid: 813,
    local_address: "10.0.0.10",
    remote_address: "198.51.100.28",
    remote_port: 54_321,
    state: "ESTABLISHED",
  });
  expect(of(5005)).toMatchObject({
    family: 10,
    local_address: "::ffff:10.0.0.10",
    remote_address: "::ffff:198.51.100.28",
    state: "CLOSE_WAIT",
  });
  expect(of(5007)).toMatchObject({
    protocol: 17,
    remote_address: "8.8.8.8",
    remote_port: 53,
    state: "",
  });
  expect(of(5008)).toMatchObject({ family: 1, protocol: 0, path: "/run/my app.sock" });
  expect(of(5010)).toMatchObject({ protocol: 255 });
});

test("a socket that no process holds is listed with pid -1", async () => {
  const { rows } = await processOpenSockets.collect(withAllFolders());
  const timeWait = rows.filter((row) => row.state === "TIME_WAIT");
  expect(timeWait).toMatchObject([{ pid: -1, fd: -1, process_name: null, username: null }]);
  // A pipe of the same number is not the socket.
  expect(rows.find((row) => row.socket === 5002)?.pid).toBe(-1);
});

test("descriptors that are refused leave the socket listed, and one gap", async () => {
  const host = closePaths(withAllFolders(), /^\/proc\/(1|812|813)\/fd$/);
  const { rows, gaps } = await processOpenSockets.collect(host);
  expect(rows.filter((row) => row.socket === 5001)).toMatchObject([{ pid: -1, local_port: 80 }]);
  expect(gaps).toEqual([{ reason: "denied", detail: "sockets of 3 processes: permission denied" }]);
});

test("sockets of another network namespace are found through a process in it", async () => {
  const heading = "  sl  local_address rem_address   st\n";
  const host = recordedHost({
    files: {
      "proc/900/net/tcp": `${heading}   0: 0100007F:1F90 00000000:0000 0A 0:0 0:0 0 0 0 7001 1\n`,
    },
    links: { "proc/900/ns/net": "net:[4026532999]", "proc/900/fd/4": "socket:[7001]" },
  });
  const { rows } = await processOpenSockets.collect(host);
  expect(rows.filter((row) => row.net_namespace === "4026532999")).toMatchObject([
    { pid: 900, local_address: "127.0.0.1", local_port: 8080 },
  ]);
  expect(rows.filter((row) => row.socket === 5001)).toHaveLength(3);
});

test("without IPv6 there is no gap; a refused list of sockets is one", async () => {
  const gone = closePaths(withAllFolders(), /^\/proc\/net\/.*6$/, "ENOENT");
  expect((await processOpenSockets.collect(gone)).gaps).toEqual([]);
  const refused = closePaths(withAllFolders(), /^\/proc\/net\/udp$/);
  expect((await processOpenSockets.collect(refused)).gaps).toEqual([
    { reason: "denied", detail: "/proc/net/udp: permission denied" },
  ]);
});

test("without the list of TCP sockets the table is unavailable", () => {
  expect(() => processOpenSockets.collect(closePaths(withAllFolders(), /net\/tcp$/))).toThrow(
    expect.objectContaining({ name: "TableUnavailable", reason: "denied" }),
  );
});

test.runIf(process.platform === "linux")(
  "finds both ends of a connection of this process",
  async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect(port, "127.0.0.1");
    const [[accepted]] = await Promise.all([once(server, "connection"), once(client, "connect")]);
    onTestFinished(() => {
      client.destroy();
      accepted.destroy();
      server.close();
    });
    const { rows } = await processOpenSockets.collect(openHost());
    const own = rows.filter((row) => row.pid === process.pid);
    expect(own).toContainEqual(
      expect.objectContaining({
        local_port: client.localPort,
        remote_port: port,
        state: "ESTABLISHED",
      }),
    );
    expect(own).toContainEqual(
      expect.objectContaining({
        local_port: port,
        remote_port: client.localPort,
        state: "ESTABLISHED",
      }),
    );
    expect(own).toContainEqual(expect.objectContaining({ local_port: port, state: "LISTEN" }));
  },
);
