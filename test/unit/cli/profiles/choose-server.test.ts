import { expect, test } from "vitest";
import { chooseServer, ignoredProfileNote } from "../../../../src/cli/profiles/choose-server.ts";
import { saveProfile } from "../../../../src/cli/profiles/profile-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const savedAt = "2026-01-31T08:00:00.000Z";

function folderWith(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    saveProfile(folder, {
      name,
      server: `https://${name}.test`,
      apiKey: `key-of-${name}`,
      savedAt,
    });
  }
  return folder;
}

test("a named server goes before a profile, and gets the profile's key only if it is its server", () => {
  const folder = folderWith("default", "prod");
  const choose = (flags: object) => chooseServer(flags, folder);
  expect(choose({ server: "https://a.test", "api-key": "k", profile: "prod" })).toEqual({
    url: "https://a.test",
    apiKey: "k",
  });
  expect(choose({ server: "https://a.test" })?.apiKey).toBeUndefined();
  expect(choose({ server: "https://a.test", profile: "prod" })?.apiKey).toBeUndefined();
  expect(choose({ server: "https://prod.test", profile: "prod" })?.apiKey).toBe("key-of-prod");
  expect(choose({ server: "https://default.test" })?.apiKey).toBe("key-of-default");
});

test("a named profile goes before a data folder, and that before the default profile", () => {
  const folder = folderWith("default", "prod");
  const choose = (flags: object) => chooseServer(flags, folder)?.url;
  expect(choose({ profile: "prod", "data-dir": "/data" })).toBe("https://prod.test");
  expect(choose({ "data-dir": "/data" })).toBeUndefined();
  expect(choose({})).toBe("https://default.test");
  expect(chooseServer({}, folderWith("prod"))).toBeUndefined();
});

test("a key that is given goes before the profile's", () => {
  const folder = folderWith("prod");
  expect(chooseServer({ profile: "prod", "api-key": "k" }, folder)?.apiKey).toBe("k");
});

test("a profile's authority belongs to its own server", () => {
  const folder = folderWith("default");
  const authority = "-----BEGIN CERTIFICATE-----";
  saveProfile(folder, { name: "own", server: "https://own.test", apiKey: "k", savedAt, authority });
  expect(chooseServer({ profile: "own" }, folder)?.authority).toBe(authority);
  const elsewhere = { server: "https://a.test", profile: "own" };
  expect(chooseServer(elsewhere, folder)?.authority).toBeUndefined();
  expect(chooseServer({}, folder)?.authority).toBeUndefined();
});

test("an unknown profile is an error that tells which was meant, or which there are", () => {
  const thrown = (name: string, folder: string) => {
    try {
      return chooseServer({ profile: name }, folder);
    } catch (error) {
      return error;
    }
  };
  const folder = folderWith("prod", "staging");
  expect(thrown("pord", folder)).toMatchObject({ kind: "not_found", hint: "Did you mean prod?" });
  expect(thrown("europe", folder)).toMatchObject({ hint: "Saved profiles: prod, staging." });
  expect(thrown("prod", folderWith())).toMatchObject({
    hint: "Create it: inquest login --profile prod",
  });
});

test("it is told when a server goes before the profile that was typed, and not for one that is set", () => {
  const flags = { server: "https://a.test", profile: "prod" };
  expect(ignoredProfileNote(flags, { INQUEST_SERVER: "https://a.test/" })).toBe(
    "INQUEST_SERVER is set to https://a.test, which overrides the profile prod.",
  );
  expect(ignoredProfileNote(flags, {})).toMatch(/^--server is set to/);
  expect(ignoredProfileNote(flags, { INQUEST_PROFILE: "prod" })).toBeUndefined();
  expect(ignoredProfileNote({ profile: "prod" }, {})).toBeUndefined();
});
