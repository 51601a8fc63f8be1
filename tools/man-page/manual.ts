// inquest(1) from oclif's manifest, so that it has every command and flag that --help has.
import type { Command } from "@oclif/core/command";
import { foldLine } from "../../src/cli/help/fold-line.ts";
import { environment, exits, files } from "./facts.ts";
import {
  bold,
  filled,
  italic,
  item,
  paragraph,
  section,
  subsection,
  title,
  unfilled,
} from "./roff.ts";

export interface ManualSource {
  commands: Record<string, Command.Cached>;
  name: string;
  version: string;
  description: string;
  /** YYYY-MM-DD */
  date: string;
}

const visible = <T extends { hidden?: boolean }>(things: Record<string, T>) =>
  Object.values(things).filter(({ hidden }) => !hidden);
const isGlobal = ({ helpGroup }: Command.Flag.Cached) => helpGroup === "GLOBAL";

/** The lines of inquest(1). */
export function manual({ commands, name, version, description, date }: ManualSource): string[] {
  const shown = visible(commands).sort((a, b) => (a.id < b.id ? -1 : 1));
  const globals = visible(shown[0]!.flags).filter(isGlobal);
  const list = (rows: readonly (readonly [string | number, string])[], style: typeof bold) =>
    rows.flatMap(([term, text]) => item(style(String(term)), text));
  return [
    title(name, { section: 1, date, source: `${name} ${version}`, manual: "User Commands" }),
    ...section(
      "NAME",
      `${name}, investigate \\-`,
      ...filled(`${description.charAt(0).toLowerCase()}${description.slice(1)}`),
    ),
    ...section(
      "SYNOPSIS",
      `${bold(name)} ${italic("command")} [${italic("argument")} ...] [${italic("flag")} ...]`,
      ".br",
      `${bold("investigate")} ${italic("question")} [${italic("flag")} ...]`,
    ),
    ...section("DESCRIPTION", ...filled(about), ...paragraph(aboutInvestigate)),
    ...section("COMMANDS", ...shown.flatMap((command) => describeCommand(name, command))),
    ...section("GLOBAL FLAGS", ...globals.flatMap(describeFlag)),
    ...section("EXIT STATUS", ...list(exits, bold)),
    ...section("ENVIRONMENT", ...list(variables(shown), bold)),
    ...section("FILES", ...list(files, italic)),
  ];
}

const about =
  "Answers come from the hosts themselves, with evidence, a confidence, and the hosts that could " +
  "not be queried. Without a server, a question is about this machine, and the whole backend runs " +
  "inside the command.";

const aboutInvestigate = "investigate is inquest investigate under a name of its own.";

/** Columns that remain for an example in a terminal of 80. */
const exampleWidth = 66;

function describeCommand(bin: string, command: Command.Cached): string[] {
  const { id, summary = "", description, examples = [] } = command;
  const words = id.replaceAll(":", " ");
  const args = visible(command.args);
  const flags = visible(command.flags).filter((flag) => !isGlobal(flag));
  const lines = examples.map((line) => String(line).replaceAll("<%= config.bin %>", bin));
  return [
    ...subsection(words),
    [bold(`${bin} ${words}`), ...args.map(argument), ...(flags.length > 0 ? ["[flags]"] : [])].join(
      " ",
    ),
    ...paragraph(summary),
    ...(description?.split(/\n\n+/).flatMap(paragraph) ?? []),
    ...args.flatMap((arg) => item(italic(arg.name), `${arg.description}.`)),
    ...flags.flatMap(describeFlag),
    ...unfilled(lines.flatMap((line) => foldLine(line, exampleWidth).split("\n"))),
  ];
}

function argument({ name, required, multiple }: Command.Arg.Cached & { multiple?: boolean }) {
  const shown = `${italic(name)}${multiple ? " ..." : ""}`;
  return required ? shown : `[${shown}]`;
}

function describeFlag(flag: Command.Flag.Cached): string[] {
  const takesValue = flag.type === "option";
  const name = `--${!takesValue && flag.allowNo ? "[no-]" : ""}${flag.name}`;
  const value = takesValue ? ` ${italic(String(flag.helpValue ?? "<value>"))}` : "";
  const notes = [
    takesValue && flag.options ? `One of ${flag.options.join(", ")}.` : "",
    takesValue && flag.default !== undefined ? `Default: ${flag.default}.` : "",
    flag.env ? `Environment: ${flag.env}.` : "",
  ].filter(Boolean);
  const short = flag.char ? `${bold(`-${flag.char}`)}, ` : "";
  return item(`${short}${bold(name)}${value}`, [`${flag.description}.`, ...notes].join(" "));
}

/** Every variable, with the flag that it stands for. */
function variables(commands: Command.Cached[]): (readonly [string, string])[] {
  const ofFlags = commands
    .flatMap(({ flags }) => visible(flags))
    .flatMap(({ env, name }) => (env ? [[env, `The same as --${name}.`] as const] : []));
  return [...new Map([...ofFlags, ...environment])].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The lines of another name's page, which is this one's. */
export function linkTo(name: string): string[] {
  return [`.so man1/${name}.1`];
}
