import { expect, test } from "vitest";
import { serviceAuthentication } from "../../../../../src/tables/services/authentication/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";

/** A machine with one server, started by these words, that sees these files. */
function serverHost(argv: string[], files: Record<string, string> = {}, comm = argv[0]!) {
  return hostTree({
    files: {
      "proc/1/comm": "systemd\n",
      "proc/1/cmdline": "/sbin/init\0",
      "proc/700/comm": `${comm}\n`,
      "proc/700/cmdline": `${argv.join("\0")}\0`,
      "proc/700/environ": "HOME=/home/alice\0",
      ...files,
    },
    links: { "proc/700/root": "../..", "proc/700/cwd": "/" },
  });
}

async function demandsOf(...given: Parameters<typeof serverHost>) {
  const { rows } = await serviceAuthentication.collect(serverHost(...given));
  return rows.map(({ service, port, open }) => [service, port, open]);
}

test.each<[string, string[], Record<string, string>, unknown[]]>([
  ["MongoDB by default", ["mongod"], {}, [["MongoDB", undefined, 1]]],
  [
    "MongoDB with authorization",
    ["mongod", "--config", "/etc/mongod.conf"],
    { "etc/mongod.conf": "security:\n  authorization: enabled\n" },
    [["MongoDB", undefined, 0]],
  ],
  ["MongoDB with --auth", ["mongod", "--auth"], {}, [["MongoDB", undefined, 0]]],
  [
    "the kubelet with the defaults of a configuration file",
    ["kubelet", "--config=/k.yaml"],
    { "k.yaml": "kind: KubeletConfiguration\n" },
    [["kubelet", 10250, 0]],
  ],
  [
    "the kubelet without a configuration file",
    ["kubelet"],
    {},
    [
      ["kubelet", 10250, 1],
      ["kubelet", 10255, 1],
    ],
  ],
  [
    "Docker over TCP",
    ["dockerd", "-H", "fd://", "-H", "tcp://0.0.0.0:2375"],
    {},
    [["Docker API", 2375, 1]],
  ],
  [
    "Docker with client certificates in daemon.json",
    ["dockerd"],
    { "etc/docker/daemon.json": '{"hosts": ["tcp://0.0.0.0:2376"], "tlsverify": true}' },
    [["Docker API", 2376, 0]],
  ],
  [
    "Docker with TLS, which asks for certificates unless it is told not to",
    ["dockerd", "-H", "tcp://127.0.0.1", "--tls", "--tlscert", "/etc/docker/server.crt"],
    {},
    [["Docker API", 2376, 0]],
  ],
  [
    "Docker with TLS that asks for no certificates",
    ["dockerd", "-H", "tcp://127.0.0.1:2376", "--tls", "--tlsverify=false"],
    {},
    [["Docker API", 2376, 1]],
  ],
  ["VNC without a password", ["x11vnc", "-forever"], {}, [["VNC", undefined, 1]]],
  [
    "VNC with a password in its file of options",
    ["x11vnc"],
    { "home/alice/.x11vncrc": "-rfbauth /home/alice/.vnc/passwd\n" },
    [["VNC", undefined, 0]],
  ],
  ["memcached with -vS", ["memcached", "-vS"], {}, [["Memcached", undefined, 0]]],
  ["memcached with the value S", ["memcached", "-uS"], {}, [["Memcached", undefined, 1]]],
  [
    "distcc for everybody",
    ["distccd", "--daemon", "--allow", "0.0.0.0/0"],
    {},
    [["distcc", undefined, 1]],
  ],
  ["distcc for one network", ["distccd", "--allow", "10.0.0.0/8"], {}, [["distcc", undefined, 0]]],
])("%s", async (_name, argv, files, expected) => {
  expect(await demandsOf(argv, files)).toEqual(expected);
});

test("Jupyter with an empty token is open, and one with its own is not", async () => {
  const started = (...options: string[]) =>
    demandsOf(["/usr/bin/python3", "/usr/local/bin/jupyter-lab", ...options], {}, "jupyter-lab");
  expect(await started("--ServerApp.token=")).toEqual([["Jupyter", undefined, 1]]);
  expect(await started()).toEqual([["Jupyter", undefined, 0]]);
  expect(await started("--ServerApp.token=", "--ServerApp.password=argon2:x")).toEqual([
    ["Jupyter", undefined, 0],
  ]);
});

test("Elasticsearch is open where its security features are disabled, and unknown by default", async () => {
  const argv = ["java", "-Des.path.conf=/etc/elasticsearch"];
  const given = (text: string) => demandsOf(argv, { "etc/elasticsearch/elasticsearch.yml": text });
  expect(await given("xpack.security.enabled: false\n")).toEqual([["Elasticsearch", undefined, 1]]);
  expect(await given("xpack.security.enabled: true\n")).toEqual([["Elasticsearch", undefined, 0]]);
  expect(await given("cluster.name: a\n")).toEqual([["Elasticsearch", undefined, null]]);
});

test("protected mode depends on Redis' version where it has an address", async () => {
  const given = (version: string) =>
    demandsOf(["redis-server", "/etc/r.conf"], {
      "etc/r.conf": "bind 0.0.0.0\n",
      "var/lib/dpkg/status": `Package: redis-server\nStatus: install ok installed\nVersion: 5:${version}-1\n\n`,
    });
  expect(await given("6.0.16")).toEqual([["Redis", undefined, 1]]);
  expect(await given("7.0.15")).toEqual([["Redis", undefined, 0]]);
});

test("a configuration that is refused is a gap, not an open service", async () => {
  const host = closePaths(
    serverHost(["mongod", "-f", "/etc/mongod.conf"], { "etc/mongod.conf": "" }),
    /mongod\.conf$/,
  );
  const { rows, gaps } = await serviceAuthentication.collect(host);
  expect(rows).toMatchObject([{ service: "MongoDB", open: null }]);
  expect(gaps[0]).toMatchObject({ reason: "denied", columns: ["open", "reason", "source"] });
});
