import { type Connection, type Criterion, matchesCriterion } from "./match.ts";
import { sshdOptions } from "./options.ts";
import type { Directive, ParsedSshdConfig } from "./parse.ts";
import { startups } from "./shapes.ts";

/** The effective value of an option. */
export interface Setting {
  /** Several for repeatable options, none for an unset one. */
  values: string[];
  /** "file:line" of the first line that takes effect, or "default". */
  source: string;
}

/** Settings by option; left out when the value depends on a file that could not be read. */
export type Settings = Map<string, Setting>;

/**
 * sshd's effective settings for one connection. Globally the first value wins; Match blocks that
 * match the connection override it, the first of them winning; repeatable options accumulate within
 * each.
 */
export function effectiveConfig(parsed: ParsedSshdConfig, connection: Connection): Settings {
  return effectiveMatching(parsed, (criterion) => matchesCriterion(criterion, connection));
}

/** The same, with a predicate that evaluates the Match criteria. */
export const effectiveMatching = (
  parsed: ParsedSshdConfig,
  isMet: (criterion: Criterion) => boolean,
): Settings => settle(parsed, (criteria) => criteria.every(isMet));

/** The same for a connection that matches no Match block but "all". */
export const effectiveGlobals = (parsed: ParsedSshdConfig): Settings =>
  settle(parsed, (criteria) => criteria.length === 0);

function settle(
  parsed: ParsedSshdConfig,
  applies: (criteria: NonNullable<Directive["criteria"]>) => boolean,
): Settings {
  const globals = fold(parsed.filter((entry) => entry.criteria === null));
  const matched = fold(
    parsed.filter((entry) => entry.criteria !== null && applies(entry.criteria)),
  );
  const names = new Set([
    ...sshdOptions.map(({ name }) => name),
    ...globals.set.keys(),
    ...matched.set.keys(),
  ]);
  const defaults = new Map(sshdOptions.map((spec) => [spec.name, spec.defaults]));
  const settings: Settings = new Map();
  for (const name of names) {
    const own = matched.set.get(name);
    if (own) settings.set(name, own);
    else if (matched.blind || (globals.blind && !globals.set.has(name))) continue;
    else
      settings.set(
        name,
        globals.set.get(name) ?? { values: defaults.get(name) ?? [], source: "default" },
      );
  }
  return withListenAddresses(settings);
}

/**
 * The first value wins, lists accumulate; after an unreadable include no new option counts as set.
 */
function fold(entries: ParsedSshdConfig): { set: Map<string, Setting>; blind: boolean } {
  const set = new Map<string, Setting>();
  let blind = false;
  for (const entry of entries) {
    if ("unreadable" in entry) {
      blind = true;
      continue;
    }
    const { spec, values, source } = entry;
    const before = set.get(spec.name);
    if (spec.kind.type === "startups")
      set.set(spec.name, { values: [startups(values[0]!, before?.values[0])], source });
    else if (before && addsUp(entry)) before.values.push(...values);
    else if (!before && !blind) set.set(spec.name, { values: [...values], source });
  }
  return { set, blind };
}

const addsUp = ({ spec: { kind } }: Directive) =>
  kind.type === "lines" || (kind.type === "list" && kind.lines === "every");

const everyAddress = { any: ["[::]", "0.0.0.0"], inet: ["0.0.0.0"], inet6: ["[::]"] };

/** Listening addresses with ports: every Port where the line names none. */
function withListenAddresses(settings: Settings): Settings {
  const ports = settings.get("Port")?.values;
  const listen = settings.get("ListenAddress");
  const family = settings.get("AddressFamily")?.values[0] ?? "any";
  if (!ports || !listen) return settings;
  const addresses =
    listen.values.length > 0 ? listen.values : everyAddress[family as keyof typeof everyAddress];
  const values = addresses.flatMap((address) => addressWithPorts(address, ports));
  return settings.set("ListenAddress", { values, source: listen.source });
}

/** Forms: host, host:port, v6, [v6]:port; "rdomain X" may follow. */
function addressWithPorts(text: string, ports: string[]): string[] {
  const [address = "", ...domain] = text.split(" ");
  const suffix = domain.length > 0 ? ` ${domain.join(" ")}` : "";
  if (/^(\[[^\]]*\]|[^:[\]]*):\d+$/.test(address)) return [address + suffix];
  const bare = address.replace(/^\[(.*)\]$/, "$1");
  const host = bare.includes(":") ? `[${bare}]` : bare;
  return ports.map((port) => `${host}:${port}${suffix}`);
}
