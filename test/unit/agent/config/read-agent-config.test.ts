import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAgentConfig, variableOf } from "../../../../src/agent/config/read-agent-config.ts";
import { logLevels, textFields } from "../../../../src/agent/config/types.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { least, place, sourceOf } from "./config-folder.ts";

const usage = (message: RegExp) =>
  expect.objectContaining({
    code: "usage",
    kind: "usage",
    message: expect.stringMatching(message),
  });

test("unset fields have the contract's defaults", () => {
  expect(readAgentConfig(sourceOf(least))).toEqual({
    ...least,
    agent_id: "service-web1",
    cache_dir: "/home/ada/.inquest-agent",
    log_level: "info",
    verify_key_path: null,
    ca_cert_path: null,
    client_cert_path: null,
    client_key_path: null,
    tags: {},
  });
});

test("the environment alone is enough", () => {
  const env = { SERVICE_BRAIN_URL: "https://brain.test", SERVICE_API_KEY: "iq_a_b" };
  expect(readAgentConfig({ file: undefined, env, flags: {}, machine: place })).toMatchObject(least);
});

test("every variable overrides the file's field", () => {
  const source = sourceOf({ ...least, log_level: "warn", client_key_path: "/k" });
  const said: Record<string, string> = {
    brain_url: "https://other.test",
    api_key: "iq_other",
    agent_id: "other",
    log_level: "debug",
  };
  for (const field of textFields) said[field] ??= `/other/${field}`;
  const env = Object.fromEntries(textFields.map((field) => [variableOf(field), said[field]!]));
  expect(readAgentConfig({ ...source, env })).toEqual({ ...said, tags: {} });
});

test("flags win over environment, environment over file, file over defaults", () => {
  const urls = { file: "https://file.test", env: "https://env.test" };
  fc.assert(
    fc.property(
      fc.record({ file: fc.boolean(), env: fc.constantFrom("set", "blank", "unset") }),
      fc.option(fc.constantFrom(...logLevels)),
      fc.option(fc.constantFrom(...logLevels)),
      fc.boolean(),
      (url, fileLevel, envLevel, tagsFlag) => {
        const source = sourceOf({
          api_key: "iq_a",
          tags: ["from=file"],
          ...(url.file ? { brain_url: urls.file } : {}),
          ...(fileLevel ? { log_level: fileLevel } : {}),
        });
        const env: Record<string, string> = {};
        if (url.env !== "unset") env.SERVICE_BRAIN_URL = url.env === "set" ? urls.env : " ";
        if (envLevel) env.SERVICE_LOG_LEVEL = envLevel;
        const flags = tagsFlag ? { tags: "from=flag,web" } : {};
        const read = () => readAgentConfig({ ...source, env, flags });
        if (!url.file && url.env !== "set") {
          expect(read).toThrow(usage(/brain_url is not set/));
          return;
        }
        expect(read()).toMatchObject({
          brain_url: url.env === "set" ? urls.env : urls.file,
          log_level: envLevel ?? fileLevel ?? "info",
        });
        expect(read().tags).toEqual(tagsFlag ? { from: "flag", web: "true" } : { from: "file" });
      },
    ),
    { numRuns: 60 },
  );
});

test("an unknown field and a field of the wrong type are named, with the file", () => {
  expect(() => readAgentConfig(sourceOf({ ...least, brain_ulr: "x" }))).toThrow(
    usage(/agent\.json has an unknown field "brain_ulr"/),
  );
  for (const field of textFields)
    expect(() => readAgentConfig(sourceOf({ ...least, [field]: 7 }))).toThrow(
      usage(new RegExp(`agent\\.json has a "${field}" that is not a string`)),
    );
  for (const tags of ["a=b", [1], { a: "b" }, null])
    expect(() => readAgentConfig(sourceOf({ ...least, tags }))).toThrow(
      usage(/not an array of strings/),
    );
  expect(() => readAgentConfig(sourceOf('{"__proto__": {"api_key": "x"}}'))).toThrow(
    usage(/unknown field "__proto__"/),
  );
});

test("a file that is missing, not an object or too large is reported in one sentence", () => {
  const at = (file: string) => () => readAgentConfig({ file, env: {}, flags: {}, machine: place });
  const folder = temporaryFolder();
  expect(at(join(folder, "none.json"))).toThrow(usage(/does not exist/));
  expect(at(folder)).toThrow(usage(/it is a folder/));
  expect(at("/dev/zero")).toThrow(usage(/it is not a regular file/));
  expect(at("a\0b")).toThrow(usage(/contains a NUL/));
  for (const text of ["", "nonsense", "\u0000", '{"a":'])
    expect(() => readAgentConfig(sourceOf(text))).toThrow(usage(/is not valid JSON\./));
  for (const text of ["[]", "null", "7"])
    expect(() => readAgentConfig(sourceOf(text))).toThrow(usage(/is not a JSON object/));
  const large = sourceOf({ ...least, tags: ["x".repeat(1 << 20)] });
  expect(() => readAgentConfig(large)).toThrow(usage(/larger than 1 MiB/));
});

test("a config with a byte order mark is read", () => {
  expect(readAgentConfig(sourceOf(`\ufeff${JSON.stringify(least)}`))).toMatchObject(least);
});

test("any file is a config or one clear error, and never shows its key", () => {
  const field = fc.constantFrom(...textFields, "tags", "other");
  const value = fc.oneof(fc.string(), fc.constant("https://brain.test"), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(field, value, { noNullPrototype: true }), (content) => {
      const source = sourceOf({ api_key: "s e c r e t", ...content });
      try {
        readAgentConfig(source);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code: "usage", kind: "usage" });
        expect((error as AppError).message).toMatch(/^[^\n]+\.$/);
        expect((error as AppError).message).not.toContain("s e c r e t");
      }
    }),
  );
});

test.each([
  ["https://brain.test/", "https://brain.test"],
  ["https://brain.test/inquest//", "https://brain.test/inquest"],
  ["https://BRAIN.test:8443", "https://brain.test:8443"],
  ["http://localhost:7878", "http://localhost:7878"],
  ["http://127.0.0.1:7878/", "http://127.0.0.1:7878"],
  ["http://[::1]:7878", "http://[::1]:7878"],
])("%s is the brain %s", (brain_url, expected) => {
  expect(readAgentConfig(sourceOf({ ...least, brain_url })).brain_url).toBe(expected);
});

test.each([
  ["http://brain.test", /uses http/],
  ["http://10.0.0.1", /uses http/],
  ["http://127.evil.test", /uses http/],
  ["http://localhost.evil.test", /uses http/],
  ["ftp://brain.test", /not an https URL/],
  ["brain.test", /not an https URL/],
  ["https://", /not an https URL/],
  ["https://u:p@brain.test", /user name or password/],
  ["https://brain.test?x=1", /query or a fragment/],
  ["https://brain.test#", /query or a fragment/],
])("%s is refused as a brain", (brain_url, why) => {
  expect(() => readAgentConfig(sourceOf({ ...least, brain_url }))).toThrow(usage(why));
});

test("an error names the origin of the value", () => {
  const env = { SERVICE_LOG_LEVEL: "loud" };
  expect(() => readAgentConfig(sourceOf(least, { env }))).toThrow(
    usage(/^SERVICE_LOG_LEVEL is "loud"/),
  );
  expect(() => readAgentConfig(sourceOf({ ...least, log_level: "loud" }))).toThrow(
    usage(/^log_level in .*agent\.json is "loud"/),
  );
});

test.each(["..", "a/b", "a b", "a\nb", "x".repeat(256)])(
  "%j is refused as an agent's id",
  (agent_id) => {
    expect(() => readAgentConfig(sourceOf({ ...least, agent_id }))).toThrow(
      usage(/not a valid agent id/),
    );
  },
);

test("an API key that no header can carry is refused without being shown", () => {
  expect(() => readAgentConfig(sourceOf({ ...least, api_key: "iq_a\r\nx: y" }))).toThrow(
    usage(/^api_key in \S+ is not an API key: it has a space/),
  );
});

test("paths in the file are relative to its folder, ~ is the home, others are relative to the working folder", () => {
  const source = sourceOf({
    ...least,
    verify_key_path: "plan.pub",
    ca_cert_path: "~/ca.pem",
    client_cert_path: "/etc/a.pem",
    client_key_path: "../a.key",
  });
  const folder = dirname(source.file!);
  expect(readAgentConfig({ ...source, env: { SERVICE_CACHE_DIR: "cache" } })).toMatchObject({
    verify_key_path: join(folder, "plan.pub"),
    ca_cert_path: "/home/ada/ca.pem",
    client_cert_path: "/etc/a.pem",
    client_key_path: join(dirname(folder), "a.key"),
    cache_dir: join(process.cwd(), "cache"),
  });
});

test("a blank path counts as unset, so no key is pinned", () => {
  const read = readAgentConfig(sourceOf({ ...least, verify_key_path: " ", ca_cert_path: "" }));
  expect(read).toMatchObject({ verify_key_path: null, ca_cert_path: null });
});

test("a client certificate and its key go together", () => {
  for (const [one, other] of [
    ["client_cert_path", "client_key_path"],
    ["client_key_path", "client_cert_path"],
  ] as const)
    expect(() => readAgentConfig(sourceOf({ ...least, [one]: "/x" }))).toThrow(
      usage(new RegExp(`${one} is set without ${other}`)),
    );
});

test("tags are key=value, a bare word is true, the value may hold an equals sign", () => {
  const tags = ["env=prod", "web", "q=a=b", "empty=", "env=prod"];
  expect(readAgentConfig(sourceOf({ ...least, tags })).tags).toEqual({
    env: "prod",
    web: "true",
    q: "a=b",
    empty: "",
  });
});

test("a tag without a key, with two values, too long or with a control character is refused", () => {
  const refused: [string[], RegExp][] = [
    [["=x"], /"=x", which has no key/],
    [[""], /no key/],
    [["env=a", "env=b"], /"env" to two values, "a" and "b"/],
    [["k".repeat(256)], /too long/],
    [[`k=${"v".repeat(1 << 19)}`], /too long: "k=v{38}"…/],
    [["k=\u0007"], /control character/],
    [Array.from({ length: 65 }, (_, at) => `k${at}`), /too many: 65/],
  ];
  for (const [tags, why] of refused)
    expect(() => readAgentConfig(sourceOf({ ...least, tags }))).toThrow(usage(why));
  expect(() => readAgentConfig(sourceOf(least, { flags: { tags: "a,=b" } }))).toThrow(
    usage(/^The tags of --tags contain "=b"/),
  );
});

test("a config with a relative path is found", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "agent.json"), JSON.stringify({ ...least, cache_dir: "c" }));
  const file = join(folder, "a", "..", "agent.json");
  expect(readAgentConfig({ file, env: {}, flags: {}, machine: place }).cache_dir).toBe(
    join(folder, "c"),
  );
});
