import { AppError } from "../../core/errors.ts";
import type { ServiceCommand } from "./types.ts";

/** Runs one of the platform's service tools. */
export type RunCommand = (command: ServiceCommand) => Promise<void>;

/** Runs without a shell or stdin; an error includes the tool's first line of output. */
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
    throw failed(`${tool} is not installed on this machine.`, "Print the definition with --print.");
  const output = result.all?.trim().split("\n")[0] || `exit code ${result.exitCode ?? result.code}`;
  throw failed(
    `${line} failed: ${output}`,
    "Fix the cause and run the command again; files already written stay.",
  );
};

function failed(message: string, hint: string): AppError {
  return new AppError("service_failed", message, { hint, kind: "failed" });
}
