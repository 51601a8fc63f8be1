import { randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, get } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { loopbackCertificate } from "../../../../src/compose/webhooks/loopback-certificate.ts";

const nowMs = Date.now();

test("the certificate is for 127.0.0.1, signed by its own key, valid now", () => {
  const { certificate } = loopbackCertificate(nowMs, randomBytes);
  const read = new X509Certificate(certificate);
  expect(read.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(read.checkIP("127.0.0.2")).toBeUndefined();
  expect(read.verify(read.publicKey)).toBe(true);
  expect(Date.parse(read.validFrom)).toBeLessThan(nowMs);
  expect(Date.parse(read.validTo)).toBeGreaterThan(nowMs);
});

test.each([0x00, 0x80, 0xff])("a serial number that begins with %i is positive", (byte) => {
  const { certificate } = loopbackCertificate(nowMs, (size) => Buffer.alloc(size, byte));
  expect(new X509Certificate(certificate).serialNumber).toMatch(/^[4-7]/);
});

test("a client that trusts only this certificate is served over TLS", async () => {
  const { certificate, key } = loopbackCertificate(nowMs, randomBytes);
  const server = createServer({ cert: certificate, key }, (_, response) => response.end("here"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const options = { host: "127.0.0.1", port, ca: certificate, agent: false as const };
  const [response] = await once(get(options), "response");
  expect((await response.toArray()).join("")).toBe("here");
});
