import { expect, onTestFinished, test } from "vitest";
import { localKeyAdmin } from "../../../../src/compose/admin/local-key-admin.ts";
import { storeAdmin } from "../../../../src/compose/admin/store-admin.ts";
import {
  createFirstKey,
  ensureDefaultAccount,
} from "../../../../src/compose/keys/default-account.ts";
import { localApiKey, localKeyId } from "../../../../src/compose/keys/local-api-key.ts";
import {
  readSecretKey,
  renewLocalSecret,
  webhookSecretKey,
} from "../../../../src/compose/keys/secret-key.ts";
import { buildApp } from "../../../../src/server/app.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { openTestStore, testServices } from "../../../helpers/test-server.ts";

/** An API over a new data folder, its local key and a key for another machine. */
async function opened() {
  const dir = temporaryFolder();
  const store = await openTestStore();
  const { services } = testServices(store);
  const account = await ensureDefaultAccount(services, readSecretKey(dir).local);
  const remoteKey = (await createFirstKey(services, account))!;
  const app = await buildApp(services);
  onTestFinished(() => app.close());
  const call = async (method: "GET" | "DELETE", url: string, key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await app.inject({ method, url, headers })).statusCode;
  };
  const admin = localKeyAdmin({ store, dataDir: dir, accountId: account.accountId });
  return { dir, store, services, localKey: account.localKey, remoteKey, app, call, admin };
}

test("finding 8: a remote key can neither list nor revoke the machine's own key", async () => {
  const { app, call, localKey, remoteKey, store } = await opened();
  const id = localKeyId(localKey);
  const headers = { authorization: `Bearer ${remoteKey}` };
  const listed = await app.inject({ url: "/v1/keys", headers });
  expect(listed.json().keys).toMatchObject([{ name: "first key" }]);
  expect(await call("DELETE", `/v1/keys/${id}`, remoteKey)).toBe(404);
  await expect(storeAdmin(store).revokeKey(id)).rejects.toMatchObject({ code: "not_found" });
  expect(await call("GET", "/v1/keys", localKey)).toBe(200);
});

test("finding 8: a machine's own key that was revoked earlier works again after a start", async () => {
  const { dir, call, localKey, services, store } = await opened();
  const { is_local: _, ...record } = (await store.find("key", localKeyId(localKey)))!.record;
  const revoked = { ...record, revoked_at: "2026-01-01T00:00:00.000Z" };
  await store.commit([{ type: "put", kind: "key", record: revoked }]);
  expect(await call("GET", "/v1/keys", localKey)).toBe(401);
  await ensureDefaultAccount(services, readSecretKey(dir).local);
  expect(await call("GET", "/v1/keys", localKey)).toBe(200);
});

test("finding 1: after a rotation the previous key is invalid, and webhook secrets stay readable", async () => {
  const { admin, call, dir, localKey } = await opened();
  const before = webhookSecretKey(readSecretKey(dir));
  for (const previous of [localKey, localApiKey(readSecretKey(dir).local)]) {
    const { key_id } = await admin.rotateLocalKey();
    const renewed = localApiKey(readSecretKey(dir).local);
    expect(localKeyId(renewed)).toBe(key_id);
    expect([admin.isLocalKey(key_id), admin.isLocalKey(localKeyId(previous))]).toEqual([
      true,
      false,
    ]);
    expect(await call("GET", "/v1/keys", previous)).toBe(401);
    expect(await call("GET", "/v1/keys", renewed)).toBe(200);
  }
  expect(webhookSecretKey(readSecretKey(dir))).toEqual(before);
});

test("a rotation that a crash interrupted is completed at the next start", async () => {
  const { call, dir, localKey, services } = await opened();
  renewLocalSecret(dir);
  const { localKey: renewed } = await ensureDefaultAccount(services, readSecretKey(dir).local);
  expect(await call("GET", "/v1/keys", localKey)).toBe(401);
  expect(await call("GET", "/v1/keys", renewed)).toBe(200);
});
