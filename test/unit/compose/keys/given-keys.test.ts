import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { storeGivenKeys } from "../../../../src/compose/keys/given-keys.ts";
import { openPlanKeys } from "../../../../src/compose/keys/open-plan-keys.ts";
import { readSecretKey } from "../../../../src/compose/keys/secret-key.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const newFolder = () => join(temporaryFolder(onTestFinished), "data");
const newKey = () => randomBytes(32).toString("base64");

test("two folders with the same given keys have the same keys, readable by their owner only", async () => {
  const env = { INQUEST_SECRET_KEY: newKey(), INQUEST_PLAN_KEY: newKey() };
  const folders = [newFolder(), newFolder()];
  for (const folder of folders) await storeGivenKeys(folder, env);
  const [one, other] = folders.map((folder) => ({
    secret: readSecretKey(folder).lasting.toString("base64"),
    plan: openPlanKeys(folder).current.keyId,
  }));
  expect(one).toEqual(other);
  expect(one!.secret).toBe(env.INQUEST_SECRET_KEY);
  for (const name of ["secret.key", "plan.key"])
    expect(statSync(join(folders[0]!, name)).mode & 0o777).toBe(0o600);
});

test("without given keys nothing is written", async () => {
  const folder = temporaryFolder(onTestFinished);
  await storeGivenKeys(folder, { INQUEST_SECRET_KEY: " " });
  expect(readdirSync(folder)).toEqual([]);
});

test("another secret key than the folder's is refused; its plan key stays", async () => {
  const folder = newFolder();
  const first = { INQUEST_SECRET_KEY: newKey(), INQUEST_PLAN_KEY: newKey() };
  await storeGivenKeys(folder, first);
  await expect(storeGivenKeys(folder, { INQUEST_SECRET_KEY: newKey() })).rejects.toMatchObject({
    code: "other_secret_key",
  });
  await storeGivenKeys(folder, { ...first, INQUEST_PLAN_KEY: newKey() });
  expect(readFileSync(join(folder, "plan.key"), "utf8").trim()).toBe(first.INQUEST_PLAN_KEY);
});

test.each(["short", Buffer.alloc(31).toString("base64"), `${newKey()}x`])(
  "%s is no key, and the message doesn't show it",
  async (given) => {
    const failed = storeGivenKeys(newFolder(), { INQUEST_SECRET_KEY: given });
    await expect(failed).rejects.toThrow("INQUEST_SECRET_KEY is not a key: 32 bytes as base64.");
  },
);
