import { expect, test } from "vitest";
import { exitCodeOf } from "../../../../src/cli/errors/exit-codes.ts";
import { AppError, type ErrorKind } from "../../../../src/core/errors.ts";

test("each kind of failure has the exit code of the command-line reference", () => {
  const codes: Record<ErrorKind, number> = {
    done: 0,
    failed: 1,
    usage: 2,
    not_found: 4,
    not_authorised: 5,
    unreachable: 6,
    timed_out: 124,
    interrupted: 130,
  };
  for (const [kind, code] of Object.entries(codes) as [ErrorKind, number][])
    expect(exitCodeOf(new AppError("code", "Message.", { kind }))).toBe(code);
  expect(exitCodeOf(new AppError("code", "Message."))).toBe(1);
});
