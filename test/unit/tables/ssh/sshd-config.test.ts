import fc from "fast-check";
import { expect, test } from "vitest";
import { contextSettings } from "../../../../src/tables/parsers/sshd/contexts.ts";
import {
  effectiveConfig,
  effectiveGlobals,
} from "../../../../src/tables/parsers/sshd/effective.ts";
import { parseSshdConfig } from "../../../../src/tables/parsers/sshd/parse.ts";
import { sshdConfig } from "../../../../src/tables/ssh/sshd-config.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

const noFiles = { glob: () => ({ paths: [], unreadable: [] }) };
const parse = (text: string) => parseSshdConfig("/c", { read: () => text, ...noFiles });
const valueFor = (text: string, option: string, connection = {}) =>
  effectiveConfig(parse(text), connection).get(option)?.values;

test("the first value wins, an included file's before the main file's, with its position", async () => {
  const { rows, gaps } = await collectOf(sshdConfig, server);
  expect(rows.filter((row) => row.option === "PasswordAuthentication")).toEqual([
    {
      option: "PasswordAuthentication",
      value: "yes",
      source: "/etc/ssh/sshd_config.d/50-cloud.conf:2",
      match: "",
    },
    {
      option: "PasswordAuthentication",
      value: "no",
      source: "/etc/ssh/sshd_config:10",
      match: "User root Address 10.0.0.0/8",
    },
  ]);
  expect(gaps).toEqual([]);
});

test("a setting changed by a Match block is a row with its criteria", async () => {
  const { rows } = await collectOf(sshdConfig, server);
  expect(pick(rows, "option", "value", "match").filter((row) => row.match !== "")).toEqual([
    { option: "PasswordAuthentication", value: "no", match: "User root Address 10.0.0.0/8" },
    { option: "PermitRootLogin", value: "yes", match: "User root Address 10.0.0.0/8" },
    { option: "X11Forwarding", value: "yes", match: "Address 10.0.0.0/8" },
  ]);
});

test("repeated options have a row each, unset ones their default", async () => {
  const { rows } = await collectOf(sshdConfig, server);
  const values = (option: string) =>
    rows.filter((row) => row.option === option).map((row) => row.value);
  expect(values("Port")).toEqual(["22", "2222"]);
  expect(values("AllowUsers")).toEqual(["alice", "bob"]);
  expect(values("ListenAddress")).toContain("0.0.0.0:2222");
  expect(values("KbdInteractiveAuthentication")).toEqual(["yes"]);
  expect(values("PermitRootLogin")[0]).toBe("prohibit-password");
  expect(rows.find((row) => row.option === "PermitEmptyPasswords")).toMatchObject({
    value: "no",
    source: "default",
  });
});

test("options that an unreadable include may set are unknown", async () => {
  const denied = denyingHost(server, "/etc/ssh/sshd_config.d");
  await expect(collectOf(sshdConfig, denied)).rejects.toMatchObject({ reason: "denied" });
  const text = "UsePAM yes\nInclude /secret.conf\nPasswordAuthentication no\n";
  const parsed = parseSshdConfig("/c", {
    read: (path) => (path === "/c" ? text : undefined),
    glob: (path) => ({ paths: [path], unreadable: [] }),
  });
  const settings = effectiveConfig(parsed, {});
  expect(settings.get("UsePAM")?.values).toEqual(["yes"]);
  expect(settings.has("PasswordAuthentication")).toBe(false);
});

test("Match all overrides earlier settings for every connection", () => {
  const text = "PasswordAuthentication no\nMatch all\nPasswordAuthentication yes";
  expect(valueFor(text, "PasswordAuthentication")).toEqual(["yes"]);
});

test("a file included in a Match block belongs to that block", () => {
  const parsed = parseSshdConfig("/c", {
    read: (path) =>
      path === "/c"
        ? "Match User bob\nInclude x\nMaxSessions 1"
        : "X11Forwarding yes\nMatch Address 10.0.0.0/8\nMaxAuthTries 1",
    glob: (path) => ({ paths: [path], unreadable: [] }),
  });
  const bob = { user: "bob", address: "10.0.0.1" };
  expect(effectiveConfig(parsed, bob).get("MaxAuthTries")?.values).toEqual(["1"]);
  expect(effectiveConfig(parsed, bob).get("MaxSessions")?.values).toEqual(["1"]);
  const alice = { ...bob, user: "alice" };
  expect(effectiveConfig(parsed, alice).get("MaxAuthTries")?.values).toEqual(["6"]);
  expect(effectiveConfig(parsed, alice).get("X11Forwarding")?.values).toEqual(["no"]);
});

test("old names, odd case, quotes and equals signs are read as by sshd", () => {
  expect(valueFor("challengeResponseAuthentication=no", "KbdInteractiveAuthentication")).toEqual([
    "no",
  ]);
  expect(valueFor('PERMITROOTLOGIN "Yes" # why', "PermitRootLogin")).toEqual(["yes"]);
  expect(valueFor("#PermitRootLogin yes", "PermitRootLogin")).toEqual(["prohibit-password"]);
  expect(valueFor("PermitRootLogin maybe", "PermitRootLogin")).toEqual(["prohibit-password"]);
  expect(valueFor("PerSourcePenalties crash:90", "PerSourcePenalties")).toEqual(["crash:90"]);
});

test("a file that includes itself terminates", () => {
  const endless = { read: () => "Include c", glob: () => ({ paths: ["/c"], unreadable: [] }) };
  expect(parseSshdConfig("/c", endless)).toEqual([]);
});

test("any text is read without an error", () => {
  const line = fc.tuple(
    fc.constantFrom("Match ", "Include ", "Port ", "Ciphers ", ""),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line.map((parts) => parts.join(""))), (lines) => {
      effectiveConfig(parse(lines.join("\n")), { user: "a", address: "10.0.0.1", groups: ["b"] });
    }),
  );
});

test("without sshd there is no table, without permission it is denied", async () => {
  await expect(collectOf(sshdConfig, bare)).rejects.toMatchObject({ reason: "table_missing" });
  const denied = denyingHost(server, "/etc/ssh/sshd_config");
  await expect(collectOf(sshdConfig, denied)).rejects.toMatchObject({ reason: "denied" });
});

test("a keyword that every object has is a keyword like any other", () => {
  const parsed = parse("__proto__ yes\nconstructor yes\nPort 2222");
  expect(effectiveConfig(parsed, { user: "a", address: "10.0.0.1" }).get("Port")?.values).toEqual([
    "2222",
  ]);
});

test("a block that repeats the global value is listed if a later block differs", () => {
  const parsed = parse(
    "PasswordAuthentication yes\nMatch Address 10.0.0.0/8\nPasswordAuthentication yes\nMatch User root\nPasswordAuthentication no",
  );
  const contexts = contextSettings(parsed, effectiveGlobals(parsed));
  expect(contexts.map(({ match, setting }) => [match, setting.values])).toEqual([
    ["Address 10.0.0.0/8", ["yes"]],
    ["User root", ["no"]],
  ]);
});
