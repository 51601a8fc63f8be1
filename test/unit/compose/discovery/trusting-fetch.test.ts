import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { trustingFetch } from "../../../../src/compose/discovery/trusting-fetch.ts";
import { hasOpenssl, selfSigned } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test.skipIf(!hasOpenssl)("a server is reached by its own authority, and by no other", async () => {
  const folder = temporaryFolder();
  const [own, other] = ["localhost", "other"].map((name) => selfSigned(folder, name));
  const server = createServer(own!, (_, response) => response.end("hello")).listen(0, "localhost");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const response = await trustingFetch(own!.cert.toString())(url);
  expect(await response.text()).toBe("hello");
  await expect(trustingFetch(other!.cert.toString())(url)).rejects.toMatchObject({
    message: "fetch failed",
    cause: { code: expect.stringMatching(/CERT/) },
  });
});
