import { expect, test } from "vitest";
import {
  parseApiKey,
  parseServerUrl,
  parseSpan,
  parseTags,
  parseTime,
} from "../../../../src/cli/flags/parse-values.ts";
import { parseScopes } from "../../../../src/cli/server/parse-scopes.ts";

const usage = expect.objectContaining({ code: "usage", kind: "usage" });

test("tags are key=value, the value may hold an equals sign, a bare word is true", () => {
  expect(parseTags(["env=prod", "q=a=b", "web"])).toEqual({ env: "prod", q: "a=b", web: "true" });
  expect(() => parseTags(["=x"])).toThrow(usage);
});

test("spans are digits and a unit", () => {
  expect(parseSpan("15m")).toBe(900_000);
  for (const text of ["", "15", "m", "1.5h", "-1s", "1w"])
    expect(() => parseSpan(text)).toThrow(usage);
});

test("times are ISO-8601 or ages", () => {
  const now = Date.parse("2026-01-02T00:00:00.000Z");
  expect(parseTime("1d", now)).toBe("2026-01-01T00:00:00.000Z");
  expect(parseTime("2026-01-01T02:00:00+02:00", now)).toBe("2026-01-01T00:00:00.000Z");
  for (const text of ["yesterday", "1", "2026-13-01", "2026-02-30"])
    expect(() => parseTime(text, now)).toThrow(usage);
});

test("a server is an https address, or an http one of this machine", () => {
  expect(parseServerUrl("https://a.test/")).toBe("https://a.test");
  for (const text of ["http://127.0.0.1:7878", "http://localhost", "http://[::1]:1"])
    expect(parseServerUrl(text)).toBe(text);
  for (const text of ["a.test", "ftp://a.test", "", "https://a:b@a.test", "https://a.test/?x"])
    expect(() => parseServerUrl(text)).toThrow(usage);
  for (const text of ["http://a.test", "http://10.0.0.1", "http://localhost.a.test"])
    expect(() => parseServerUrl(text)).toThrow(/unencrypted/);
});

test("an API key is what a header can carry", () => {
  expect(parseApiKey(" iq_a_b\n")).toBe("iq_a_b");
  for (const text of ["", "a b", "clé", "a".repeat(513)])
    expect(() => parseApiKey(text)).toThrow(usage);
});

test("an unknown scope is an error that offers the nearest", () => {
  expect(parseScopes("agents:read, keys:read,agents:read")).toEqual(["agents:read", "keys:read"]);
  expect(() => parseScopes("agent:read")).toThrow(
    expect.objectContaining({ kind: "usage", hint: "Did you mean agents:read?" }),
  );
});
