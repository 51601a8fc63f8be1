import { expect, test } from "vitest";
import type { NewKey } from "../../../src/contract/keys.ts";
import { keyListView, newAccountView, newKeyView } from "../../../src/ui/views/server/access.ts";

const created_at = "2026-11-01T00:00:00.000Z";
const key: NewKey = {
  id: "4fQ9x0LmZ2aB",
  key: `iq_4fQ9x0LmZ2aB_${"a".repeat(32)}`,
  name: null,
  scopes: ["agents:connect"],
  created_at,
};

const recordingStyle = () => {
  const hints: string[] = [];
  const hint = (sentence: string) => void hints.push(sentence);
  const nowMs = Date.parse(created_at);
  return { hints, style: { width: 80, colour: false, maxRows: 20, nowMs, hint } };
};

test("a new key is the only line of the result; what it may do is a hint", () => {
  const { hints, style } = recordingStyle();
  expect(newKeyView.plain(key, style)).toEqual([key.key]);
  expect(hints).toEqual(["Scopes: agents:connect", "Store it safely: it is not shown again."]);
});

test("a new account's result is its first key, too", () => {
  const { hints, style } = recordingStyle();
  const account = { id: "acc_1", name: "acme", created_at, key };
  expect(newAccountView.plain(account, style)).toEqual([key.key]);
  expect(hints[0]).toBe("acme is created (acc_1). Its first API key:");
});

test("a key's expiry is part of the hints, and the list has it beside the last use", () => {
  const { hints, style } = recordingStyle();
  const expires_at = "2026-11-03T00:00:00.000Z";
  newKeyView.plain({ ...key, expires_at }, style);
  expect(hints).toContain("Expires in 2d");
  const { key: _, ...listed } = key;
  const lines = keyListView.plain(
    [
      { ...listed, expires_at, last_used_at: "2026-10-31T23:00:00.000Z" },
      { ...listed, expires_at: created_at },
      listed,
    ],
    style,
  );
  expect(lines[1]).toMatch(/1h ago +in 2d/);
  expect(lines[2]).toMatch(/never +expired/);
  expect(lines[3]).toMatch(/never +never/);
});
