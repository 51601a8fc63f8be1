import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { selfSigned } from "../../../helpers/certificate.ts";
import { delivery, openSender } from "../../../helpers/sender.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { startReceiver } from "../../../helpers/webhook-receiver.ts";

const inAMinute = () => Date.now() + 60_000;

async function startListener() {
  const certificate = selfSigned(temporaryFolder(), "listener");
  const receiver = await startReceiver({ certificate });
  return { receiver, port: receiver.port, certificate: certificate.cert.toString() };
}

/** A sender without allowed ranges or an additional authority. */
const closedSender = () => openSender({ allow: [], ca: undefined });

test("an admitted listener is reached at its port under either name, and nothing else is", async () => {
  const { port, certificate } = await startListener();
  const other = await startListener();
  const sender = closedSender();
  const send = async (url: string) => (await sender.send(delivery(url))).error;
  const refused = "127.0.0.1 is a loopback address";
  expect(await send(`https://127.0.0.1:${port}/`)).toBe(refused);

  sender.admit({ port, certificate, until: inAMinute() });
  expect(await send(`https://127.0.0.1:${port}/`)).toBeNull();
  expect(await send(`https://localhost:${port}/`)).toBeNull();
  expect(await sender.check(`https://localhost:${port}/`)).toEqual({ ok: true });

  expect(await send(`https://127.0.0.1:${other.port}/`)).toBe(refused);
  expect(await send(`https://127.0.0.2:${port}/`)).toBe("127.0.0.2 is a loopback address");
  expect(await send(`https://receiver.test:${port}/`)).toBe(
    "receiver.test resolves to an address that is not public",
  );
});

test("only the certificate given at admission is trusted", async () => {
  const { receiver, port } = await startListener();
  const { certificate } = await startListener();
  const sender = closedSender();
  sender.admit({ port, certificate, until: inAMinute() });
  const { error } = await sender.send(delivery(`https://127.0.0.1:${port}/`));
  expect(error).toBe("the local listener presents a different certificate than it registered");
  expect(receiver.requests).toEqual([]);
});

test("when the admission expires, its connections are closed and no others opened", async () => {
  const { receiver, port, certificate } = await startListener();
  const clock = { ms: Date.now(), now: () => clock.ms };
  const sender = openSender({ allow: [], ca: undefined, clock });
  const url = `https://127.0.0.1:${port}/`;
  const until = clock.ms + 60_000;
  sender.admit({ port, certificate, until });
  const closed: Promise<unknown>[] = [];
  receiver.answerWith((_request, response) => {
    closed.push(once(response.socket!, "close"));
    response.end();
  });
  expect(await sender.send(delivery(url))).toMatchObject({ response_code: 200 });

  clock.ms = until - 20;
  sender.admit({ port, certificate, until });
  await closed[0];
  clock.ms = until;
  const { error } = await sender.send(delivery(url));
  expect(error).toBe("127.0.0.1 is a loopback address");
  expect(receiver.connections()).toBe(1);
});

test("a renewed admission keeps the connections, unless the certificate changed", async () => {
  const { receiver, port, certificate } = await startListener();
  const sender = closedSender();
  const url = `https://127.0.0.1:${port}/`;
  sender.admit({ port, certificate, until: inAMinute() });
  await sender.send(delivery(url));
  sender.admit({ port, certificate, until: inAMinute() });
  await setImmediate();
  await sender.send(delivery(url));
  expect(receiver.connections()).toBe(1);

  const other = selfSigned(temporaryFolder(), "other").cert.toString();
  sender.admit({ port, certificate: other, until: inAMinute() });
  const { error } = await sender.send(delivery(url));
  expect(error).toBe("the local listener presents a different certificate than it registered");
});
