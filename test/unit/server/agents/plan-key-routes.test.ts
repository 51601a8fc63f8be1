import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { startTestServer } from "../../../helpers/test-server.ts";

test("the plan key is public, with previous keys until their overlap ends", async () => {
  const { call, services, clock } = await startTestServer();
  const show = async () => (await call("GET", "/v1/plan-key", { key: null })).body;
  const first = services.planKeys.current;
  const digest = createHash("sha256").update(first.publicKey).digest();
  expect(await show()).toEqual({
    algorithm: "ed25519",
    public_key: first.publicKey.toString("base64"),
    key_id: digest.toString("hex").slice(0, 16),
    fingerprint: `SHA256:${digest.toString("base64").replace("=", "")}`,
    previous: [],
  });
  services.planKeys.rotate(60_000, clock.now());
  expect(await show()).toMatchObject({
    key_id: services.planKeys.current.keyId,
    previous: [
      {
        key_id: first.keyId,
        public_key: first.publicKey.toString("base64"),
        expires_at: "2026-11-01T00:01:00.000Z",
      },
    ],
  });
  clock.ms += 60_000;
  expect((await show()).previous).toEqual([]);
});
