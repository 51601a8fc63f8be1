import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { delivery, openSender } from "../../../helpers/sender.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { receiverCa, startReceiver } from "../../../helpers/webhook-receiver.ts";

/** A lookup that returns each result once and the last one forever, and counts its calls. */
function answers(...lists: string[][]) {
  const asked: string[] = [];
  const lookup = async (name: string) => {
    asked.push(name);
    const list = lists[Math.min(asked.length, lists.length) - 1]!;
    return list.map((address) => ({ address }));
  };
  return { asked, lookup };
}

/** A port of 127.0.0.1 that counts connections. */
async function countingPort() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test.each([
  ["127.0.0.1", "127.0.0.1 is a loopback address"],
  ["0x7f000001", "127.0.0.1 is a loopback address"],
  ["2130706433", "127.0.0.1 is a loopback address"],
  ["[::ffff:7f00:1]", "::ffff:7f00:1 is a loopback address"],
  ["0.0.0.0", "0.0.0.0 is the unspecified address"],
  ["[::]", ":: is the unspecified address"],
  ["localhost", "localhost resolves to an address that is not public"],
  ["LocalHost.", "localhost resolves to an address that is not public"],
])("nothing connects to %s", async (host, reason) => {
  const { port, connections } = await countingPort();
  const { lookup } = answers(["127.0.0.1"]);
  const sender = openSender({ allow: [], lookup });
  const url = `https://${host}:${port}/`;
  expect(await sender.check(url)).toEqual({ ok: false, reason });
  expect(await sender.send(delivery(url))).toMatchObject({ response_code: null, error: reason });
  expect(connections()).toBe(0);
});

test("an allowed address is also reached in its IPv6 form", async () => {
  const receiver = await startReceiver();
  const { error } = await openSender().send(
    delivery(`https://[::ffff:127.0.0.1]:${receiver.port}/`),
  );
  expect(error).toBe("the certificate is not for ::ffff:7f00:1");
  expect(receiver.requests).toEqual([]);
});

test("a name with one forbidden address is refused", async () => {
  const { lookup } = answers(["8.8.8.8", "10.0.0.5"]);
  const sender = openSender({ lookup });
  const reason = "api.example.com resolves to an address that is not public";
  expect(await sender.check("https://api.example.com/")).toEqual({ ok: false, reason });
  const { error } = await sender.send(delivery("https://api.example.com/"));
  expect(error).toBe(reason);
});

test("a name is resolved once per connection, even if it would resolve differently the next time", async () => {
  const receiver = await startReceiver({
    answer: (_request, response) => response.writeHead(200, { connection: "close" }).end(),
  });
  const { asked, lookup } = answers(["127.0.0.1"], ["10.0.0.5"]);
  const sender = openSender({ lookup });
  const send = () => sender.send(delivery(`https://receiver.test:${receiver.port}/`));
  expect(await send()).toMatchObject({ response_code: 200 });
  expect(asked).toEqual(["receiver.test"]);
  expect((await send()).error).toBe("receiver.test resolves to an address that is not public");
  expect(receiver.connections()).toBe(1);
});

test("concurrent connections share one lookup", async () => {
  const receiver = await startReceiver();
  const { asked, lookup } = answers(["127.0.0.1"], ["10.0.0.5"]);
  const sender = openSender({ lookup });
  const url = `https://receiver.test:${receiver.port}/`;
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => sender.send(delivery(url))));
  expect(outcomes.map(({ response_code }) => response_code)).toEqual(Array(8).fill(200));
  expect(asked).toHaveLength(1);
});

test("the next address is tried when one refuses connections", async () => {
  const receiver = await startReceiver();
  const { lookup } = answers(["127.0.0.2", "::1", "127.0.0.1"]);
  const sender = openSender({ allow: ["127.0.0.0/8", "::1"], lookup });
  const outcome = await sender.send(delivery(`https://receiver.test:${receiver.port}/`));
  expect(outcome).toMatchObject({ response_code: 200, error: null });
});

test("the handshake includes a name (SNI), but no address", async () => {
  const names: (string | false)[] = [];
  const receiver = await startReceiver({
    answer: (_request, response) => {
      names.push((response.socket as unknown as { servername: string | false }).servername);
      response.end();
    },
  });
  const sender = openSender();
  await sender.send(delivery(`https://receiver.test.:${receiver.port}/`));
  await sender.send(delivery(`https://127.0.0.1:${receiver.port}/`));
  expect(names).toEqual(["receiver.test", false]);
});

test("built-in authorities stay trusted in addition to one's own", async () => {
  const { lookup } = answers(["127.0.0.1"]);
  const receiver = await startReceiver();
  const sender = openSender({ lookup, ca: undefined });
  const { error } = await sender.send(delivery(receiver.url));
  expect(error).toBe("the certificate is not signed by a trusted authority");
});

test("a proxy in the environment changes nothing", async () => {
  const proxy = await countingPort();
  const receiver = await startReceiver();
  const source = new URL("../../../../src/webhooks/sender/create-sender.ts", import.meta.url);
  const { build } = await import("esbuild");
  const bundle = await build({
    entryPoints: [source.pathname],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  const path = join(temporaryFolder(), "send.mjs");
  const options = { allow: ["127.0.0.1"], ca: receiverCa(), timeoutMs: 5_000, userAgent: "x" };
  const main = `
    const lookup = async () => [{ address: "127.0.0.1" }];
    const sender = createSender({ ...${JSON.stringify(options)}, lookup, clock: Date });
    const allowed = await sender.send(${JSON.stringify(delivery(receiver.url))});
    const refused = await sender.send(${JSON.stringify(delivery("https://10.0.0.5/"))});
    await sender.close();
    console.log(JSON.stringify([allowed.response_code, refused.error]));
  `;
  writeFileSync(path, bundle.outputFiles[0]!.text + main);
  const url = `http://127.0.0.1:${proxy.port}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const env = {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [name, url],
        [name.toLowerCase(), url],
      ]),
    ),
    NO_PROXY: "",
    NODE_USE_ENV_PROXY: "1",
  };
  const { stdout } = await promisify(execFile)(process.execPath, [path], { env });
  expect(JSON.parse(stdout)).toEqual([200, "10.0.0.5 is a private address"]);
  expect(proxy.connections()).toBe(0);
});
