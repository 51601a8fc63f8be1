import { expect, test } from "vitest";
import { withIdHint } from "../../../../src/cli/command-line/id-hint.ts";
import { AppError } from "../../../../src/core/errors.ts";

const ulid = "01jc3x6m8v2k4q7r9t5w1y3z0b";
const absent = new AppError("not_found", "It isn't there.", {
  hint: "Check the id.",
  kind: "not_found",
  status: 404,
});
const hintOf = (command: string, ...argv: string[]) => withIdHint(absent, command, argv).hint;

test("an id of another kind is told, with the command that takes it", () => {
  expect(hintOf("investigate:show", `sub_${ulid}`)).toBe(
    `sub_${ulid} is a subscription: inquest webhooks show sub_${ulid}.`,
  );
  expect(hintOf("webhooks:show", "--json", `dlv_${ulid}`)).toContain("webhooks deliveries dlv_");
  expect(withIdHint(absent, "curiosity:show", [`inv_${ulid}`])).toMatchObject({
    code: "not_found",
    kind: "not_found",
    message: "It isn't there.",
  });
});

test("what stands for no record is answered with what to pass", () => {
  const subscription =
    "Pass an id from `inquest webhooks list`, its beginning, or @last for the newest.";
  expect(hintOf("webhooks:show", `sub_${ulid}`)).toBe(subscription);
  expect(hintOf("investigate:show", "last")).toContain("or @last for the newest.");
  expect(hintOf("investigate:verdict", `inv_${ulid}`, `fnd_${ulid}`)).toContain("investigate list");
  expect(hintOf("agents:show", "web-01")).toBe(
    "Pass an id from `inquest agents list`, or its beginning.",
  );
});

test("errors about anything else keep their hint", () => {
  expect(hintOf("server:status", `sub_${ulid}`)).toBe("Check the id.");
  const table = new AppError("not_found", "No.", { hint: "See.", kind: "not_found" });
  expect(withIdHint(table, "agents:tables", ["user"])).toBe(table);
  const other = new AppError("usage", "No.", { kind: "usage" });
  expect(withIdHint(other, "webhooks:show", [`dlv_${ulid}`])).toBe(other);
});
