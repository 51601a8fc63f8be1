import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pinnedFetch } from "../../../../src/compose/discovery/pinned-fetch.ts";
import { hasOpenssl, selfSigned } from "../../../helpers/certificate.ts";

const certificates = () => {
  const folder = mkdtempSync(join(tmpdir(), "inquest-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { own: selfSigned(folder, "own"), other: selfSigned(folder, "other") };
};

/** Its address, and the paths requested. */
async function serverWith(tls: { cert: Buffer; key: Buffer }) {
  const asked: string[] = [];
  const server = createServer({ cert: tls.cert, key: tls.key }, (request, response) => {
    asked.push(request.url!);
    response.end("hello");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const pinOf = ({ cert }: { cert: Buffer }) => new X509Certificate(cert).fingerprint256;

test.skipIf(!hasOpenssl)("the pinned certificate is trusted, whatever its name", async () => {
  const { own } = certificates();
  const { url } = await serverWith(own);
  const fetch = await pinnedFetch(pinOf(own));
  for (const path of ["/a", "/b"]) expect(await (await fetch(url + path)).text()).toBe("hello");
});

test.skipIf(!hasOpenssl)("a server with another certificate receives nothing", async () => {
  const { own, other } = certificates();
  const { url, asked } = await serverWith(other);
  const fetch = await pinnedFetch(pinOf(own));
  await expect(fetch(`${url}/secret`)).rejects.toThrow();
  expect(asked).toEqual([]);
});
