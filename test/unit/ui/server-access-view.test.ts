import { expect, test } from "vitest";
import type { NewKey } from "../../../src/contract/keys.ts";
import { newAccountView, newKeyView } from "../../../src/ui/views/server-access.ts";

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
