import { type Connection, type Criterion, meets } from "./match.ts";
import { sshdOptions } from "./options.ts";
import type { Directive, ParsedSshdConfig } from "./parse.ts";
import { startups } from "./shapes.ts";

/** What an option comes to. */
export interface Setting {
  /** Several for options that may be repeated, none for one that is unset. */
  values: string[];
  /** "file:line" of the first line that counts, or "default". */
  source: string;
}

/** Settings by option; one whose value hangs on a file that could not be read is left out. */
export type Settings = Map<string, Setting>;

/**
 * What sshd would hold one connection to. Outside Match the first value wins; Match blocks that
 * the connection meets override that, the first of them winning; lists add up within either.
 */
export function effectiveConfig(parsed: ParsedSshdConfig, connection: Connection): Settings {
  return effectiveWhere(parsed, (criterion) => meets(criterion, connection));
}

/** The same for any connection of which it is known what it meets. */
export const effectiveWhere = (
  parsed: ParsedSshdConfig,
  isMet: (criterion: Criterion) => boolean,
): Settings => settle(parsed, (criteria) => criteria.every(isMet));

/** The same for a connection that meets no Match block but "all". */
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

/** First value wins, lists add up; after a blind spot nothing new is taken as set. */
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

/** Listening addresses carry their ports: each of Port where the line names none. */
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
