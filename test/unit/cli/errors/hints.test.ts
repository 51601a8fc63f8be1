import { expect, test } from "vitest";
import { withCommandHint } from "../../../../src/cli/errors/hints.ts";
import { AppError } from "../../../../src/core/errors.ts";

test("an error without a hint gets the command that helps, and keeps everything else", () => {
  const cause = new Error("cause");
  const error = withCommandHint(
    new AppError("not_found", "There is no account named acme.", {
      subject: "account",
      status: 404,
      kind: "not_found",
      requestId: "r1",
      cause,
    }),
  );
  expect(error).toMatchObject({
    code: "not_found",
    message: "There is no account named acme.",
    hint: "List the accounts with `inquest server accounts list`.",
    status: 404,
    kind: "not_found",
    requestId: "r1",
    cause,
  });
});

test("a damaged data folder leads to the doctor", () => {
  const { hint } = withCommandHint(new AppError("store_damaged", "The data folder is damaged."));
  expect(hint).toContain("inquest server doctor");
});

test("an error that has a hint, or that no command helps with, stays as it is", () => {
  const own = new AppError("data_dir_in_use", "In use.", { hint: "Stop the server first." });
  const other = new AppError("not_found", "There is no investigation inv_1.");
  expect(withCommandHint(own)).toBe(own);
  expect(withCommandHint(other)).toBe(other);
});
