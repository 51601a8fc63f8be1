import { parseArgs } from "node:util";
import { watchInterrupts } from "../errors/interrupt.ts";
import { reportError, toAppError } from "../terminal/report-error.ts";
import { type AgentRunFlags, runAgent } from "./run-agent.ts";

/**
 * Runs a command line that begins with `agents run`, in the plain form that services start,
 * without oclif: an agent runs for months, and oclif would take 10 MB of it. Any other form goes
 * the way of all commands.
 */
export async function main(argv: string[]): Promise<void> {
  const flags = plainFlags(argv.slice(2));
  if (!flags) return (await import("../main.ts")).main(argv);
  const fail = (error: unknown) => reportError(toAppError(error), process, false);
  // A message that can't be written is lost; the agent still runs.
  process.stderr.on("error", () => {});
  process.once("uncaughtException", (error) => process.exit(fail(error)));
  const interrupt = watchInterrupts(process);
  try {
    await runAgent(flags, interrupt.signal);
  } catch (error) {
    process.exitCode = fail(error);
  } finally {
    interrupt.dispose();
  }
}

/** Null for anything but `--config` and `--tags`, each once at most. */
export function plainFlags(args: string[]): AgentRunFlags | null {
  const option = { type: "string", multiple: true } as const;
  try {
    const { values } = parseArgs({ args, options: { config: option, tags: option } });
    const { config = [], tags = [] } = values;
    if (config.length > 1 || tags.length > 1) return null;
    return {
      ...(config[0] !== undefined && { config: config[0] }),
      ...(tags[0] !== undefined && { tags: tags[0] }),
    };
  } catch {
    return null;
  }
}
