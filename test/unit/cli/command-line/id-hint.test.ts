import { expect, test } from "vitest";
import { withIdHint } from "../../../../src/cli/command-line/id-hint.ts";
import { AppError } from "../../../../src/core/errors.ts";

const ulid = "01jc3x6m8v2k4q7r9t5w1y3z0b";
const absent = new AppError("not_found", "It isn't there.", {
  hint: "Check the id.",
  kind: "not_found",
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

test("an id of the right kind, or of none, leaves the hint as it was", () => {
  expect(hintOf("webhooks:show", `sub_${ulid}`)).toBe("Check the id.");
  expect(hintOf("investigate:verdict", `inv_${ulid}`, `fnd_${ulid}`)).toBe("Check the id.");
  expect(hintOf("agents:show", "web-01")).toBe("Check the id.");
  expect(hintOf("server:status", `sub_${ulid}`)).toBe("Check the id.");
  const other = new AppError("usage", "No.", { kind: "usage" });
  expect(withIdHint(other, "webhooks:show", [`dlv_${ulid}`])).toBe(other);
});
