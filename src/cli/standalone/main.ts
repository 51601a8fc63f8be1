import { programVersion } from "../../compose/program/program-files.ts";
import { jsonText } from "../../core/json-text.ts";
import {
  checksView,
  serviceChangeView,
  serviceDefinitionView,
} from "../../ui/views/agent-setup.ts";
import type { View } from "../../ui/views/view.ts";
import { checkAgentHere, exitCodeOf } from "../agents/check-agent.ts";
import {
  describeAgentService,
  installAgentHere,
  uninstallAgentHere,
} from "../agents/install-agent.ts";
import { runAgent } from "../agents/run-agent.ts";
import { watchInterrupts } from "../errors/interrupt.ts";
import { usageError } from "../errors/usage-error.ts";
import { reportError, toAppError } from "../terminal/report-error.ts";
import { styleOf } from "../terminal/terminal.ts";
import { type AgentLine, parseLine } from "./parse-line.ts";

const help = [
  "The inquest endpoint agent as a single file, without Node.",
  "",
  "  agents run --config FILE [--tags a=b,c]              run it in the foreground",
  "  agents check --config FILE [--json]                  check the setup end to end",
  "  agents install --config FILE [--user NAME] [--print] run it as a service",
  "  agents uninstall                                     remove the service",
  "  --version",
];

/** Entry of the agent's single-file executable: the commands that a host needs, without oclif. */
async function main(argv: string[]): Promise<void> {
  // A message that can't be written is lost; the agent still runs.
  process.stderr.on("error", () => {});
  try {
    await runLine(parseLine(argv));
  } catch (error) {
    process.exitCode = reportError(toAppError(error), process, argv.includes("--json"));
  }
}

async function runLine({ command, flags }: AgentLine): Promise<void> {
  if (command === "help") return print(help);
  if (command === "version") return print([`inquest-agent ${programVersion()}`]);
  const show = <T>(result: T, view: View<T>) => present(result, view, flags.json ?? false);
  if (command === "run") return runUntilStopped(flags);
  if (command === "check") {
    const checks = await checkAgentHere(flags, process.env);
    process.exitCode = exitCodeOf(checks);
    return show(checks, checksView);
  }
  if (command === "uninstall") return show(await uninstallAgentHere(), serviceChangeView);
  const { config } = flags;
  if (config === undefined)
    throw usageError("--config is missing.", "Pass the agent's config file.");
  const install = { ...flags, config };
  if (flags.print) return show(await describeAgentService(install), serviceDefinitionView);
  return show(await installAgentHere(install), serviceChangeView);
}

async function runUntilStopped(flags: AgentLine["flags"]): Promise<void> {
  const interrupt = watchInterrupts(process);
  try {
    await runAgent(flags, interrupt.signal);
  } finally {
    interrupt.dispose();
  }
}

function present<T>(result: T, view: View<T>, json: boolean): void {
  const style = styleOf(process, { json, "no-color": false, "no-truncate": false }, Date.now());
  print(json ? [jsonText(view.json ? view.json(result) : result, 2)] : view.plain(result, style));
}

function print(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

void main(process.argv.slice(2));
