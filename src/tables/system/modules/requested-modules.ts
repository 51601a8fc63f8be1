import type { GapReader } from "../../host/gap-reader.ts";
import { globToRegExp } from "../../host/glob.ts";
import { type InstalledModules, modulesFolder } from "./installed-modules.ts";
import { moduleName } from "./modprobe-config.ts";
import { type ConfiguredRule, effectOf, type ModuleStop } from "./module-stops.ts";

/** What becomes of the kernel's request for a module: loaded, or why not. */
export type Answer = { type: "loaded" } | { type: "stopped"; stop: ModuleStop } | { type: "none" };

export interface Requests {
  /** What modprobe does when the kernel asks for `request` because it needs `module`. */
  answer(request: string, module: string): Answer;
}

interface Alias {
  matches(request: string): boolean;
  module: string;
  source: string;
}

/** An alias of the configuration replaces those of the modules; a blacklist counts for both. */
export function readRequests(
  read: GapReader,
  {
    rules,
    stops,
    modules,
  }: { rules: ConfiguredRule[]; stops: ModuleStop[]; modules: InstalledModules },
): Requests {
  const configured = rules.flatMap((rule) =>
    rule.type === "alias" ? [aliasOf(rule.alias, rule.module, `${rule.path}:${rule.line}`)] : [],
  );
  const own = readOwnAliases(read);
  const helper = helperStop(read);
  return {
    answer(asked, module) {
      if (helper) return { type: "stopped", stop: helper };
      const request = moduleName(asked);
      const named = configured.filter(({ matches }) => matches(request));
      // An install line may name what is asked for.
      const command = stops.find(({ isForNeeded, covers }) => isForNeeded && covers(request));
      if (named.length === 0 && command) return { type: "stopped", stop: command };
      const found = named.length > 0 ? named : own.filter(({ matches }) => matches(request));
      return easiest(found.map((alias) => answerOf(alias, { module, modules, stops })));
    },
  };
}

/** One answer that loads the module is enough. */
export const easiest = (answers: Answer[]): Answer =>
  answers.find(({ type }) => type === "loaded") ??
  answers.find((each) => each.type === "stopped" && !each.stop.isCertain) ??
  answers.find(({ type }) => type === "stopped") ?? { type: "none" };

function answerOf(
  { module: found, source }: Alias,
  { module, modules, stops }: { module: string; modules: InstalledModules; stops: ModuleStop[] },
): Answer {
  if (!modules.provides(found, module))
    return {
      type: "stopped",
      stop: { source, covers: () => true, isForNeeded: true, isCertain: true },
    };
  const stop = modules.stopOf(found, stops);
  return stop ? { type: "stopped", stop } : { type: "loaded" };
}

const aliasOf = (pattern: string, module: string, source: string): Alias => {
  const matcher = globToRegExp(pattern);
  return { matches: (request) => matcher.test(request), module, source };
};

/** Only those of protocols: the file has tens of thousands of lines for devices. */
function readOwnAliases(read: GapReader): Alias[] {
  const path = `${modulesFolder(read)}/modules.alias`;
  return read.lines(path, maxBytes).flatMap((line, index) => {
    const [, alias, module] = /^alias (net-pf-\S+) (\S+)/.exec(line) ?? [];
    if (!alias || !module) return [];
    return [aliasOf(moduleName(alias), moduleName(module), `${path}:${index + 1}`)];
  });
}

const maxBytes = 16 << 20;

/** The program that the kernel runs to load a module; an empty name switches that off. */
function helperStop(read: GapReader): ModuleStop | undefined {
  const source = "/proc/sys/kernel/modprobe";
  const program = read.text(source)?.trim();
  if (program === undefined) return undefined;
  const effect = program === "" || !read.host.exists(program) ? "nothing" : effectOf(read, program);
  if (effect === "loads") return undefined;
  return { source, covers: () => true, isForNeeded: true, isCertain: effect === "nothing" };
}
