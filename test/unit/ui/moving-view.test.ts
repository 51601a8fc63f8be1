import { expect, test } from "vitest";
import { exportView, importView } from "../../../src/ui/views/server/moving.ts";

const style = { width: 200, colour: false, maxRows: 100, nowMs: 0 };

const move = {
  data_dir: "/var/lib/inquest",
  keys_dir: "/var/lib/inquest",
  records: [{ kind: "delivery", count: 12, sha256: "ab" }],
  blobs: { count: 3, bytes: 100, sha256: "cd" },
  secrets: { count: 1, reencrypted: false },
  plan_key_changed: false,
};

test("an import shows what was copied and which keys the servers need", () => {
  const lines = importView.plain(move, style);
  expect(lines.slice(0, 3)).toEqual(["kind      copied", "delivery      12", "blob           3"]);
  const text = lines.join("\n");
  expect(text).toContain("copies of secret.key and plan.key from /var/lib/inquest.");
  expect(text).toContain("stay encrypted with the same secret.key");
  expect(text).toContain("agents that pin the plan key accept plans");
  expect(text).toContain("Don't start a server on it again");
});

test("an export shows how to start a server, and which agents refuse plans with another plan key", () => {
  const other = { ...move, secrets: { count: 1, reencrypted: true }, plan_key_changed: true };
  const text = exportView.plain(other, style).join("\n");
  expect(text).toContain("Start a server with --data-dir /var/lib/inquest and without");
  expect(text).toContain("re-encrypted with the other secret.key");
  expect(text).toContain("refuse plans until they get it");
});

test("without webhooks nothing is said about encryption", () => {
  const none = { ...move, secrets: { count: 0, reencrypted: true } };
  expect(importView.plain(none, style).join("\n")).toContain("There are no webhook secrets.");
});
