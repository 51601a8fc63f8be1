import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findUnknownAuthority } from "../../../../src/agent/check/unknown-authority.ts";
import { hasOpenssl, selfSigned } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test.skipIf(!hasOpenssl)(
  "an authority that is not trusted is found with its fingerprint",
  async () => {
    const { cert, key } = selfSigned(temporaryFolder(), "localhost");
    const requests: string[] = [];
    const server = createServer({ cert, key }, ({ url }, response) => {
      requests.push(url!);
      response.end();
    }).listen(0, "localhost");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await findUnknownAuthority(`https://localhost:${port}`)).toEqual({
      subject: "CN=localhost",
      fingerprint: new X509Certificate(cert).fingerprint256,
      pem: cert.toString(),
    });
    expect(requests).toEqual([]);
  },
);

test("without TLS, and without a server, there is none", async () => {
  expect(await findUnknownAuthority("http://127.0.0.1:7878")).toBeNull();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  expect(await findUnknownAuthority(`https://127.0.0.1:${port}`)).toBeNull();
});
