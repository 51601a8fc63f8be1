import { expect, test } from "vitest";
import { isBlockedPort } from "../../../../src/server/limits/blocked-ports.ts";
import { listen } from "../../../../src/server/listen.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const blocked = Array.from({ length: 65_536 }, (_, port) => port).filter(isBlockedPort);

test("every blocked port is one that fetch refuses before it connects", async () => {
  for (const port of blocked) {
    const refused = fetch(`http://127.0.0.1:${port}/`);
    await expect(refused).rejects.toMatchObject({ cause: { message: "bad port" } });
  }
  expect(blocked).toHaveLength(82);
  expect(isBlockedPort(7878)).toBe(false);
});

test("a server does not listen on a port that its clients refuse", async () => {
  const { app } = await startTestServer();
  await expect(listen(app, { host: "127.0.0.1", port: 10_080 })).rejects.toMatchObject({
    message: "Port 10080 can't be used: browsers and HTTP clients refuse to connect to it.",
    kind: "usage",
  });
});
