import { fileURLToPath } from "node:url";
// The whole of oclif costs a start more than this.
import { Config } from "@oclif/core/config";
import type { AppError } from "../core/errors.ts";
import { type CommandShape, routeArguments } from "./command-line/route-arguments.ts";
import { usageError } from "./errors/usage-error.ts";
import { outputFailed, reportError, toAppError } from "./terminal/report-error.ts";

/** Runs one command line; the exit code is left in `process.exitCode`. */
export async function main(argv: string[]): Promise<void> {
  const report = (error: unknown) =>
    reportError(toAppError(error), process, argv.includes("--json"));
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that goes away, as `| head` does, is no error of ours.
    if (error.code !== "EPIPE") process.exit(reportError(outputFailed(error), process, false));
  });
  // What can't be told can't be told; the answer still can.
  process.stderr.on("error", () => {});
  // Thrown where nobody waits for it: told like any other error, without its stack.
  process.once("uncaughtException", (error) => process.exit(report(error)));
  try {
    await runLine(argv);
  } catch (error) {
    process.exitCode = report(error);
  }
}

async function runLine(argv: string[]): Promise<void> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const config = await Config.load({ root, devPlugins: false, userPlugins: false });
  const route = routeArguments(argv, config.commands.map(shapeOf));
  if (route.type === "help") {
    const { InquestHelp } = await import("./help/inquest-help.ts");
    await new InquestHelp(config).showHelp(route.topic);
  } else if (route.type === "unknown") {
    throw unknownCommand(route.typed, route.suggestion);
  } else if (route.type === "flag_first") {
    throw usageError(
      `No command is named before ${route.flag}.`,
      "Flags follow the command: inquest investigate … --json",
    );
  } else {
    await config.runCommand(route.id, route.argv);
  }
}

function shapeOf(command: Config["commands"][number]): CommandShape {
  const flags = Object.values(command.flags).map(({ name, char, type }) => ({
    name,
    char,
    takesValue: type === "option",
  }));
  return { id: command.id, flags };
}

function unknownCommand(typed: string, suggestion: string | undefined): AppError {
  const message = `There is no command "${typed}".`;
  const ask = `To ask a question: inquest investigate "${typed}".`;
  return usageError(message, suggestion ? `Did you mean "inquest ${suggestion}"?` : ask);
}
