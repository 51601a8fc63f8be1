import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { folderAdmin } from "../../../../src/compose/admin/folder-admin.ts";
import { localKeyAdmin } from "../../../../src/compose/admin/local-key-admin.ts";
import { planKeyAdmin } from "../../../../src/compose/admin/plan-key-admin.ts";
import { storeAdmin } from "../../../../src/compose/admin/store-admin.ts";
import {
  createFirstKey,
  ensureDefaultAccount,
} from "../../../../src/compose/keys/default-account.ts";
import { readSecretKey } from "../../../../src/compose/keys/secret-key.ts";
import { readOrCreateSecret } from "../../../../src/core/secret-file.ts";
import { createKey } from "../../../../src/server/access/keys.ts";
import { buildApp } from "../../../../src/server/app.ts";
import { openTestStore, testServices } from "../../../helpers/test-server.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "inquest-admin-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

test("keys of a folder are created, listed and revoked without a server", async () => {
  const admin = folderAdmin(dir);
  const key = await admin.createKey({ scopes: ["investigations:read"], name: "reader" });
  expect(key.key).toMatch(/^iq_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}$/);
  expect((await admin.listKeys()).map(({ name }) => name)).toEqual(["reader"]);
  await admin.revokeKey(key.id);
  expect(await admin.listKeys()).toEqual([]);
  await expect(admin.revokeKey(key.id)).rejects.toMatchObject({
    code: "not_found",
    kind: "not_found",
  });
});

test("each account has its own keys, and an unknown account is an error", async () => {
  const admin = folderAdmin(dir);
  const account = await admin.createAccount("other");
  expect(await admin.listKeys("other")).toMatchObject([{ id: account.key.id }]);
  await expect(admin.createAccount("other")).rejects.toMatchObject({ code: "account_exists" });
  await expect(admin.listKeys("nobody")).rejects.toMatchObject({
    code: "not_found",
    kind: "not_found",
  });
  expect((await admin.listAccounts()).map(({ name }) => name)).toEqual(["default", "other"]);
});

test("a backup restores into an empty folder, including keys", async () => {
  const admin = folderAdmin(dir);
  const { id } = await admin.createKey({ scopes: ["keys:read"] });
  const { file } = await admin.backup(join(dir, "backup.gz"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const restored = folderAdmin(join(dir, "restored"));
  await restored.restore(file);
  expect((await restored.listKeys()).map((key) => key.id)).toContain(id);
  await expect(restored.restore(file)).rejects.toMatchObject({ code: "data_dir_not_empty" });
});

test("a server's first key is created once, whatever commands ran before", async () => {
  await folderAdmin(dir).listKeys();
  const store = await openTestStore();
  const services = { store, clock: { now: () => 0 }, random: randomBytes };
  const account = await ensureDefaultAccount(services, Buffer.alloc(32, 1));
  expect(await createFirstKey(services, account)).toMatch(/^iq_/);
  expect(await createFirstKey(services, account)).toBeUndefined();
});

test("a key file is created once and readable by its owner only", () => {
  const path = join(dir, "secret.key");
  const first = readOrCreateSecret(path, () => randomBytes(32));
  expect(readOrCreateSecret(path, () => randomBytes(32))).toEqual(first);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("the server's admin routes accept only this machine's key", async () => {
  const store = await openTestStore();
  const { services } = testServices(store);
  const account = await ensureDefaultAccount(services, readSecretKey(dir).local);
  const admin = storeAdmin(store);
  const backup = async (file: string) => ({ file, bytes: 1 });
  const planKey = planKeyAdmin(services);
  const app = await buildApp({
    ...services,
    localAdmin: {
      ...admin,
      ...planKey,
      ...localKeyAdmin({ store, dataDir: dir, accountId: account.accountId }),
      backup,
    },
  });
  onTestFinished(() => app.close());
  const call = (method: "GET" | "POST" | "DELETE", path: string, key: string, payload?: object) =>
    app.inject({
      method,
      url: `/v1/admin${path}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload && { payload }),
    });

  const made = await call("POST", "/keys", account.localKey, { scopes: ["keys:read"] });
  expect(made.statusCode).toBe(201);
  const { id, key } = made.json<{ id: string; key: string }>();
  for (const [method, path, payload] of [
    ["GET", "/accounts"],
    ["POST", "/accounts", { name: "x" }],
    ["GET", "/keys"],
    ["POST", "/keys", { scopes: ["keys:read"] }],
    ["DELETE", `/keys/${id}`],
    ["GET", "/plan-key"],
    ["POST", "/plan-key/rotate", { overlap_ms: 0 }],
    ["POST", "/local-key/rotate"],
    ["POST", "/backup", { file: "/tmp/x" }],
  ] as const) {
    const refused = await call(method, path, key, payload);
    expect([refused.statusCode, refused.json()]).toEqual([
      404,
      expect.objectContaining({ error: "not_found" }),
    ]);
  }
  expect((await call("POST", "/accounts", account.localKey, { nam: "x" })).statusCode).toBe(400);
  expect((await call("DELETE", `/keys/${id}`, account.localKey)).statusCode).toBe(204);
  const before = services.planKeys.current.keyId;
  const rotate = (overlap_ms: number) =>
    call("POST", "/plan-key/rotate", account.localKey, { overlap_ms });
  for (const overlap of [-1, 0.5, 366 * 86_400_000])
    expect((await rotate(overlap)).statusCode).toBe(400);
  expect((await rotate(60_000)).json()).toMatchObject({ previous: [{ key_id: before }] });
  expect((await call("GET", "/plan-key", account.localKey)).json()).toMatchObject({
    key_id: services.planKeys.current.keyId,
  });
  expect((await call("GET", "/accounts", account.localKey)).json()).toMatchObject({
    accounts: [{ name: "default" }],
  });
});

test("a receiver on this machine is allowed by its port and certificate", async () => {
  const store = await openTestStore();
  const { services } = testServices(store);
  const account = await ensureDefaultAccount(services, readSecretKey(dir).local);
  const admitted: object[] = [];
  const app = await buildApp({
    ...services,
    localAdmin: {
      ...storeAdmin(store),
      ...planKeyAdmin(services),
      ...localKeyAdmin({ store, dataDir: dir, accountId: account.accountId }),
      backup: async (file: string) => ({ file, bytes: 1 }),
      admitListener: (listener) => void admitted.push(listener),
    },
  });
  onTestFinished(() => app.close());
  const admit = (payload: object, key = account.localKey) =>
    app.inject({
      method: "POST",
      url: "/v1/admin/webhook-listeners",
      headers: { authorization: `Bearer ${key}` },
      payload,
    });
  const certificate = String(rootCertificates[0]);
  const { key } = await createKey(services, { account_id: account.accountId, scopes: [] });
  expect((await admit({ port: 8443, certificate }, key)).statusCode).toBe(404);
  for (const [path, wrong] of [
    ["port", { port: 0, certificate }],
    ["port", { port: 65_536, certificate }],
    ["certificate", { port: 8443, certificate: "x" }],
    ["host", { port: 8443, certificate, host: "10.0.0.1" }],
  ] as const) {
    const response = await admit(wrong);
    expect([response.statusCode, response.json().issues]).toEqual([
      400,
      [{ path, message: expect.any(String) }],
    ]);
  }
  expect(admitted).toEqual([]);
  expect((await admit({ port: 8443, certificate })).statusCode).toBe(204);
  expect(admitted).toEqual([{ port: 8443, certificate }]);
});

test("a repair reports the folder with the copy by its whole path", async () => {
  const admin = folderAdmin(dir);
  await admin.createKey({ scopes: ["keys:read"] });
  const journal = readdirSync(dir).find((name) => name.startsWith("journal-"))!;
  appendFileSync(join(dir, journal), "torn");
  const { repaired } = await admin.repair();
  expect(repaired?.dropped).toBe(1);
  expect(readdirSync(repaired!.kept_copy)).toContain(journal);
  expect(dirname(repaired!.kept_copy)).toBe(dir);
});

test("a missing folder is neither reported as undamaged nor repaired", async () => {
  const admin = folderAdmin(join(dir, "absent"));
  await expect(admin.inspect()).rejects.toMatchObject({ code: "not_found", kind: "not_found" });
  await expect(admin.repair()).rejects.toMatchObject({ code: "not_found", kind: "not_found" });
});
