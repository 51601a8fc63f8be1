import { parseArgs } from "node:util";
import { usageError } from "../errors/usage-error.ts";

/** The commands of the agent's single-file executable, by their name after `agents`. */
export const agentCommands = {
  run: { config: "string", tags: "string" },
  check: { config: "string", tags: "string", json: "boolean" },
  install: { config: "string", user: "string", print: "boolean", json: "boolean" },
  uninstall: { json: "boolean" },
} as const;
export type AgentCommand = keyof typeof agentCommands;

export interface AgentLine {
  command: AgentCommand | "help" | "version";
  flags: {
    config?: string;
    tags?: string;
    user?: string;
    print?: boolean;
    json?: boolean;
  };
}

/** Parses a command line of the single-file executable. */
export function parseLine(argv: string[]): AgentLine {
  const words = argv[0] === "agents" ? argv.slice(1) : argv;
  const [name, ...rest] = words;
  if (name === "--version") return { command: "version", flags: {} };
  if (name === undefined || words.includes("--help") || name === "-h" || name === "help")
    return { command: "help", flags: {} };
  if (!Object.hasOwn(agentCommands, name))
    throw usageError(
      `There is no command "${name}" in this program: it contains only the agent.`,
      `Commands are agents ${Object.keys(agentCommands).join(", ")}.`,
    );
  const command = name as AgentCommand;
  const options = Object.fromEntries(
    Object.entries(agentCommands[command]).map(([flag, type]) => [flag, { type }]),
  );
  try {
    return { command, flags: parseArgs({ args: rest, options, strict: true }).values };
  } catch (error) {
    // parseArgs adds advice after the first sentence.
    const [first] = (error as Error).message.split(". ");
    throw usageError(`${first!.replace(/\.$/, "")}.`, "See --help.");
  }
}
