import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import type { ServiceCommand } from "./types.ts";

/** Runs one of the platform's own service tools. */
export type RunCommand = (command: ServiceCommand) => Promise<void>;

/** No shell, no stdin; a failure tells what the tool said. */
export const runCommand: RunCommand = async ({ tool, args, mayFail = false }) => {
  const { execa } = await import("execa");
  const result = await execa(tool, args, {
    reject: false,
    stdin: "ignore",
    all: true,
    timeout: 60_000,
    maxBuffer: 1 << 20,
  });
  if (result.exitCode === 0 || (mayFail && result.exitCode !== undefined)) return;
  const line = [tool, ...args].join(" ");
  if (result.code === "ENOENT")
    throw failed(`There is no ${tool} on this machine.`, "See the definition with --print.");
  const said = result.all?.trim().split("\n")[0] || `exit code ${result.exitCode ?? result.code}`;
  throw failed(
    `${line} failed: ${said}`,
    "Mend the cause and run it again; what was written stays.",
  );
};

function failed(message: string, hint: string): AppError {
  return new AppError("service_failed", message, { hint, exit: exitCodes.failed });
}
