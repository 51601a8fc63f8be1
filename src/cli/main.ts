import { fileURLToPath } from "node:url";
// All of oclif would take longer to load than this part.
import { Config } from "@oclif/core/config";
import type { AppError } from "../core/errors.ts";
import { type CommandShape, routeArguments } from "./command-line/route-arguments.ts";
import { usageError } from "./errors/usage-error.ts";

/** Runs one command line; the exit code is left in `process.exitCode`. */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on("error", async (error: NodeJS.ErrnoException) => {
    // A reader that goes away, as `| head` does, is not an error.
    if (error.code === "EPIPE") return;
    const { outputFailed, reportError } = await loadReporter();
    process.exit(reportError(outputFailed(error), process, false));
  });
  // A message that can't be written is lost; the answer is not.
  process.stderr.on("error", () => {});
  // An error thrown outside any promise is reported like any other, without its stack.
  process.once("uncaughtException", async (error) => process.exit(await report(error, argv)));
  try {
    await runLine(argv);
  } catch (error) {
    process.exitCode = await report(error, argv);
  }
}

/** Loaded only for an error: a start that succeeds does not need it. */
const loadReporter = () => import("./terminal/report-error.ts");

async function report(error: unknown, argv: string[]): Promise<number> {
  const { reportError, toAppError } = await loadReporter();
  return reportError(toAppError(error), process, argv.includes("--json"));
}

async function runLine(argv: string[]): Promise<void> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const config = await Config.load({ root, devPlugins: false, userPlugins: false });
  const route = routeArguments(argv, config.commands.map(shapeOf));
  if (route.type === "help") {
    const { InquestHelp } = await import("./help/inquest-help.ts");
    await new InquestHelp(config, { all: route.all ?? false }).showHelp(route.topic);
  } else if (route.type === "unknown") {
    throw unknownCommand(route.typed, route.suggestion);
  } else if (route.type === "flag_first") {
    throw usageError(
      `No command is given before ${route.flag}.`,
      "Put flags after the command: inquest investigate … --json",
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
