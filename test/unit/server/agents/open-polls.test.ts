import { once } from "node:events";
import { createServer, IncomingMessage, request, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createOpenPolls, type OpenPoll } from "../../../../src/server/agents/open-polls.ts";

/** A server that keeps each request open as a poll. */
async function pollServer() {
  const polls = createOpenPolls();
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<{ poll: OpenPoll; response: ServerResponse; hangUp(): void }> => {
    const client = request({ port });
    client.on("error", () => {});
    client.end();
    const [, response] = await once(server, "request");
    return { poll: polls.open(response), response, hangUp: () => client.destroy() };
  };
  return { polls, open };
}

test("a poll ends with its connection, and its plans are queued again", async () => {
  const { polls, open } = await pollServer();
  const { poll, response, hangUp } = await open();
  let undone = 0;
  poll.onUnsent(() => {
    undone += 1;
  });
  hangUp();
  await once(response, "close");
  expect({ aborted: poll.signal.aborted, undone, size: polls.size }).toEqual({
    aborted: true,
    undone: 1,
    size: 0,
  });
  poll.onUnsent(() => {
    undone += 1;
  });
  expect(undone).toBe(2);
});

test("a complete response queues nothing again", async () => {
  const { polls, open } = await pollServer();
  const { poll, response } = await open();
  let undone = 0;
  poll.onUnsent(() => {
    undone += 1;
  });
  response.end("plans");
  await once(response, "close");
  expect({ undone, size: polls.size }).toEqual({ undone: 0, size: 0 });
});

test("endAll ends every poll, and later polls end at once", async () => {
  const { polls, open } = await pollServer();
  const opened = [await open(), await open()];
  expect(opened.map(({ poll }) => poll.signal.aborted)).toEqual([false, false]);
  polls.endAll();
  opened.push(await open());
  expect(opened.map(({ poll }) => poll.signal.aborted)).toEqual([true, true, true]);
});

test("ten thousand polls leak nothing, however they end", async () => {
  const polls = createOpenPolls();
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  // One connection after the other carries a thousand of them.
  for (let connection = 0; connection < 10; connection++) {
    const socket = new Socket();
    for (let turn = 0; turn < 1000; turn++) {
      const response = new ServerResponse(new IncomingMessage(socket));
      response.assignSocket(socket);
      const { signal } = polls.open(response);
      expect(polls.size).toBe(1);
      const isAnswered = turn % 2 === 0;
      if (isAnswered) response.emit("finish");
      response.detachSocket(socket);
      response.emit("close");
      expect(signal.aborted).toBe(!isAnswered);
    }
    expect(socket.eventNames()).toEqual(new Socket().eventNames());
  }
  await new Promise(setImmediate);
  expect({ size: polls.size, warnings }).toEqual({ size: 0, warnings: [] });
});
