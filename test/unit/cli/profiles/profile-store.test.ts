import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseProfileName } from "../../../../src/cli/flags/profile-name.ts";
import { listProfiles } from "../../../../src/cli/profiles/list-profiles.ts";
import {
  profileFolder,
  profileNames,
  readProfile,
  removeProfile,
  saveProfile,
} from "../../../../src/cli/profiles/profile-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const profile = {
  name: "prod",
  server: "https://a.test",
  apiKey: "secret",
  savedAt: "2026-01-31T08:00:00.000Z",
};
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("a profile is kept for its owner alone, in a folder for its owner alone", () => {
  const folder = join(temporaryFolder(), "config", "profiles");
  saveProfile(folder, profile);
  saveProfile(folder, { ...profile, apiKey: "newer" });
  expect(readProfile(folder, "prod")).toEqual({ ...profile, apiKey: "newer" });
  expect([modeOf(folder), modeOf(join(folder, "prod.json"))]).toEqual(["700", "600"]);
  expect(readdirSync(folder)).toEqual(["prod.json"]);
  expect(removeProfile(folder, "prod")).toBe(true);
  expect(removeProfile(folder, "prod")).toBe(false);
  expect(readProfile(folder, "prod")).toBeNull();
});

test("a file that others may read, or that is not a valid profile, is not used, and says what to do", () => {
  const folder = temporaryFolder();
  saveProfile(folder, profile);
  chmodSync(join(folder, "prod.json"), 0o640);
  expect(() => readProfile(folder, "prod")).toThrow(/readable by other users \(mode 640\)/);
  writeFileSync(join(folder, "half.json"), '{"server":', { mode: 0o600 });
  expect(() => readProfile(folder, "half")).toThrow(/is not a valid profile/);
});

test("the list has every profile but no key, and says why one can't be used", () => {
  const home = temporaryFolder();
  const env = { XDG_CONFIG_HOME: home, APPDATA: home };
  const folder = profileFolder(env);
  expect(listProfiles(env)).toEqual({ profiles: [] });
  saveProfile(folder, profile);
  saveProfile(folder, { ...profile, name: "default" });
  writeFileSync(join(folder, "odd.json"), "[]", { mode: 0o600 });
  writeFileSync(join(folder, "notes.txt"), "");
  expect(profileNames(folder)).toEqual(["default", "odd", "prod"]);
  const list = listProfiles(env);
  expect(JSON.stringify(list)).not.toContain("secret");
  expect(list.profiles).toMatchObject([
    { profile: "default", default: true, server: "https://a.test" },
    { profile: "odd", server: null, problem: expect.stringContaining("is not a valid profile") },
    { profile: "prod", default: false },
  ]);
  const other = listProfiles({ ...env, INQUEST_PROFILE: "prod" }).profiles;
  expect(other.filter((one) => one.default)).toMatchObject([{ profile: "prod" }]);
});

test("a profile's name can't leave the folder", () => {
  expect(parseProfileName("eu-west.1_a")).toBe("eu-west.1_a");
  for (const name of ["../x", "a/b", "", ".hidden", "Prod", "a".repeat(65)])
    expect(() => parseProfileName(name)).toThrow(/valid profile name/);
});
