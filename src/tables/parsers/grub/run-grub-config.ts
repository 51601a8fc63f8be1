import { grubCommands } from "./grub-commands.ts";

/** How a script of GRUB leaves the protection of its menu. */
export interface GrubMenu {
  /** Null if the variable may be unset: then anyone may edit entries. Set but empty, nobody may. */
  superusers: string | null;
  /** Submenus see exported variables only. */
  isExported: boolean;
  /** Whether anyone may enter one of its submenus. */
  hasOpenSubmenu: boolean;
}

export interface GrubSource {
  /** The folder of the configuration, GRUB's `$prefix`. */
  folder: string;
  /** The text of a file; undefined if there is none. */
  read(path: string): string | undefined;
}

/** Whether commands run; `maybe` if a condition depends on what only GRUB knows. */
type Runs = "yes" | "maybe" | "no";

/** A block that is open: until `fi`, `done` or `}`. */
interface Block {
  runs: Runs;
  /** Whether a branch of this `if` was taken before. */
  taken: Runs;
}

const mostNestedFiles = 5;

/** Runs the commands of a configuration that decide who may edit its menu. */
export function runGrubConfig(text: string, source: GrubSource): GrubMenu {
  const menu: GrubMenu = { superusers: null, isExported: false, hasOpenSubmenu: false };
  const { folder } = source;
  const variables = new Map([
    ["prefix", folder],
    ["config_directory", folder],
  ]);

  function runText(script: string, outer: Runs, depth: number): void {
    const blocks: Block[] = [];
    const runs = () => blocks.at(-1)?.runs ?? outer;
    const open = (state: Runs, taken: Runs = "no") =>
      blocks.push({ runs: both(runs(), state), taken });
    for (const { words, opens } of grubCommands(script)) {
      const [first = "", ...rest] = /^(then|else|do)$/.test(words[0] ?? "")
        ? words.slice(1)
        : words;
      if (words[0] === "else" || words[0] === "elif") {
        const { taken } = blocks.pop() ?? { taken: "no" };
        const holds = words[0] === "else" ? "yes" : decide(rest);
        open(both(not(taken), holds), either(taken, holds));
        if (words[0] === "elif") continue;
      }
      if (first === "if") {
        const holds = decide(rest);
        open(holds, holds);
      } else if (/^(for|while|until)$/.test(first)) open("maybe");
      else if (/^(fi|done|\})$/.test(first)) blocks.pop();
      else if (opens) {
        if (first === "submenu" && runs() !== "no" && rest.includes("--unrestricted"))
          menu.hasOpenSubmenu = true;
        // What a function or an entry does, it does later or never.
        open("no");
      } else if (runs() !== "no") runCommand(first, rest, { runs: runs(), depth });
    }
  }

  function runCommand(
    first: string,
    rest: string[],
    { runs, depth }: { runs: Runs; depth: number },
  ): void {
    const [, name, value = ""] =
      /^([A-Za-z_]\w*)=(.*)$/s.exec(first === "set" ? (rest[0] ?? "") : first) ?? [];
    if (name) setVariable(name, value, runs);
    else if (first === "unset") {
      if (rest[0] === "superusers") menu.superusers = null;
      variables.delete(rest[0] ?? "");
    } else if (first === "export" && rest[0] === "superusers") menu.isExported ||= runs === "yes";
    else if ((first === "source" || first === ".") && depth < mostNestedFiles) {
      const included = textOf(rest[0] ?? "");
      if (included !== undefined) runText(included, runs, depth + 1);
    }
  }

  function setVariable(name: string, word: string, runs: Runs): void {
    const value = runs === "yes" ? expand(word) : undefined;
    if (name === "superusers") menu.superusers = runs === "yes" ? (value ?? "") : menu.superusers;
    else if (value === undefined) variables.delete(name);
    else variables.set(name, value);
  }

  /** A word without its quotes and with its variables; undefined if one is not known. */
  function expand(word: string): string | undefined {
    let isKnown = true;
    const text = word.replace(
      /'([^']*)'|"|\\(.)|\$\{(\w+)\}|\$(\w+)/gs,
      (_, literal, escaped, braced, bare) => {
        const name = braced ?? bare;
        if (name === undefined) return literal ?? escaped ?? "";
        isKnown &&= variables.has(name);
        return variables.get(name) ?? "";
      },
    );
    return isKnown ? text : undefined;
  }

  /** Of a file beside the configuration: where others are, only GRUB knows. */
  function textOf(word: string): string | undefined {
    const path = expand(word);
    return path?.startsWith(`${folder}/`) ? source.read(path) : undefined;
  }

  function decide(words: string[]): Runs {
    const [first, ...rest] = words;
    if (first === "!") return not(decide(rest));
    if (first === "true") return "yes";
    if (first === "false") return "no";
    if (first !== "[" && first !== "test") return "maybe";
    const terms = first === "[" ? rest.slice(0, -1) : rest;
    return splitAt(terms, "-o")
      .map((one) => splitAt(one, "-a").map(decideTerm).reduce(both))
      .reduce(either);
  }

  function decideTerm(term: string[]): Runs {
    const [first = "", second = "", third = ""] = term;
    if (first === "!") return not(decideTerm(term.slice(1)));
    if (/^-[efs]$/.test(first)) {
      const path = expand(second);
      if (!path?.startsWith(`${folder}/`)) return "maybe";
      return source.read(path) ? "yes" : "no";
    }
    const [left, right] = [
      expand(first === "-n" || first === "-z" ? second : first),
      expand(third),
    ];
    if (left === undefined) return "maybe";
    if (first === "-n" || term.length === 1) return left === "" ? "no" : "yes";
    if (first === "-z") return left === "" ? "yes" : "no";
    if (right === undefined || !/^[!=]?=$/.test(second)) return "maybe";
    return (left === right) === (second !== "!=") ? "yes" : "no";
  }

  runText(text, "yes", 0);
  return menu;
}

const order: Runs[] = ["no", "maybe", "yes"];
const both = (a: Runs, b: Runs) => order[Math.min(order.indexOf(a), order.indexOf(b))]!;
const either = (a: Runs, b: Runs) => order[Math.max(order.indexOf(a), order.indexOf(b))]!;
const not = (a: Runs) => order[2 - order.indexOf(a)]!;

function splitAt(words: string[], separator: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === separator) parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts;
}
