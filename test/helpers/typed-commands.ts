import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@oclif/core";
import { type CommandShape, routeArguments } from "../../src/cli/command-line/route-arguments.ts";

export interface TypedCommand {
  id: string;
  argv: string[];
}

const commandFolder = new URL("../../commands/", import.meta.url).pathname;

/** Every command by its id. */
export async function commandTree(): Promise<Map<string, typeof Command>> {
  const files = readdirSync(commandFolder, { recursive: true }).map(String);
  const commands = files.filter((file) => file.endsWith(".ts"));
  const load = async (file: string): Promise<[string, typeof Command]> => {
    const id = file.replace(/(\/index)?\.ts$/, "").replaceAll("/", ":");
    return [id, (await import(join(commandFolder, file))).default];
  };
  return new Map(await Promise.all(commands.map(load)));
}

/** The commands of ours on each line, as the binary would route them. */
export function typedCommands(
  lines: string[],
  { tree, folder }: { tree: Map<string, typeof Command>; folder: string },
): TypedCommand[][] {
  const shapes = [...tree].map(([id, command]) => shapeOf(id, command));
  return recordedBy(lines, folder).map((commands) =>
    commands.map((argv) => {
      const route = routeArguments(argv, shapes);
      if (route.type !== "command") throw new Error(`${argv.join(" ")}: ${route.type}`);
      return route;
    }),
  );
}

const shapeOf = (id: string, { baseFlags, flags }: typeof Command): CommandShape => ({
  id,
  flags: Object.entries({ ...baseFlags, ...flags }).map(([name, { char, type }]) => ({
    name,
    ...(char && { char }),
    takesValue: type === "option",
  })),
});

/** The arguments of each of our commands on a line, as bash parses them. Nothing is run. */
function recordedBy(lines: string[], folder: string): string[][][] {
  const script = [
    "exec 3>&1 1>/dev/null",
    // Other programs are not found, so recording a line changes nothing.
    "PATH=/nowhere",
    "command_not_found_handle() { :; }",
    `record() { printf '%s\\0' "$@" $'\\1' >&3; }`,
    'inquest() { record "$@"; }',
    'investigate() { record investigate "$@"; }',
    'sudo() { [ "$1" = -u ] && shift 2; "$@"; }',
    ...lines.flatMap((line) => [line, "wait", "printf '\\2\\0' >&3"]),
  ].join("\n");
  const recorded = execFileSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
  return parts(recorded, "\u0002\0").map((line) =>
    parts(line, "\u0001\0").map((command) => parts(command, "\0")),
  );
}

const parts = (text: string, end: string) => text.split(end).slice(0, -1);
