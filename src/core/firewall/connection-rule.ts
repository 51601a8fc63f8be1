import { type IpRange, overlap, parseRange } from "../ip.ts";
import { conditionsInText, verdictForNew } from "./rule-text.ts";

/** A new connection to this host or from it. */
export interface Connection {
  protocol: "tcp" | "udp";
  /** One address, or a range that is evaluated as a whole. */
  source: IpRange;
  /** Addresses that it may be addressed to. */
  destinations: IpRange[];
  port: number;
  /** The interface by which it comes in; null: unknown; "": it comes from this host. */
  iniface: string | null;
  /** The interface by which it leaves; null: unknown; "": it is for this host. */
  outiface: string | null;
  isIpv4: boolean;
}

export type Matching = "yes" | "no" | "maybe";

export interface ConnectionRule {
  /** Its row number. */
  row: number;
  action: string | null;
  /** Ports at the edges of those that it names: one that matches is among them. */
  ports: number[];
  matches(connection: Connection): Matching;
}

/** Reads a row of `firewall_rules` by column. */
export type FirewallRow = (column: string) => string;

type Test = (connection: Connection) => Matching;

/** One rule; columns that are empty match every connection. */
export function connectionRule(row: number, cell: FirewallRow): ConnectionRule {
  const text = cell("rule");
  const meaning = conditionsInText(cell);
  const tests = testsOf(cell);
  return {
    row,
    action: cell("action") === "vmap" ? vmapAction(text) : cell("action") || null,
    ports: [...cell("dst_port").matchAll(/\d+/g)].flatMap(([port]) => [+port, +port + 1]),
    matches(connection) {
      let matching: Matching = meaning === "more" ? "maybe" : "yes";
      if (meaning === "never") return "no";
      for (const holds of tests) {
        const answer = holds(connection);
        if (answer === "no") return "no";
        if (answer === "maybe") matching = "maybe";
      }
      return matching;
    },
  };
}

/** The ranges of addresses that the rule names in a column. */
export function rangesOf(cell: FirewallRow, column: "src_ip" | "dst_ip"): IpRange[] {
  const values = valuesOf(cell(column).replace(/^!/, ""));
  return values.flatMap((value) => parseRange(value) ?? []);
}

function vmapAction(text: string): string | null {
  if (!/(?:^| )ct state vmap \{/.test(text)) return "vmap";
  return verdictForNew(text)?.replace(/^(jump|goto) /, "$1:") ?? null;
}

function testsOf(cell: FirewallRow): Test[] {
  const tests: Test[] = [];
  const family = cell("family");
  if (family === "ip") tests.push(({ isIpv4 }) => (isIpv4 ? "yes" : "no"));
  if (family === "ip6") tests.push(({ isIpv4 }) => (isIpv4 ? "no" : "yes"));
  const add = (column: string, test: (values: string[]) => Test) => {
    const text = cell(column);
    if (text === "") return;
    const negated = text.startsWith("!");
    const holds = test(valuesOf(negated ? text.slice(1) : text));
    tests.push(negated ? (connection) => opposite[holds(connection)] : holds);
  };
  const text = cell("rule");
  const [, not, type] = /(?:^| )(! )?--dst-type (\S+)/.exec(text) ?? [];
  const types = type ?? (/(?:^| )fib daddr type local(?= |$)/.test(text) ? "LOCAL" : undefined);
  if (types !== undefined)
    tests.push((connection) =>
      types.split(",").includes(addressType(connection)) === (not === undefined) ? "yes" : "no",
    );
  const nfproto = /(?:^| )meta nfproto ipv([46])(?= |$)/.exec(text)?.[1];
  if (nfproto) tests.push(({ isIpv4 }) => (isIpv4 === (nfproto === "4") ? "yes" : "no"));
  if (/(?:^| )tcp flags /.test(text)) tests.push(({ protocol }) => isProtocol(["tcp"], protocol));
  add(
    "protocol",
    (values) =>
      ({ protocol }) =>
        isProtocol(values, protocol),
  );
  add("state", (values) => () => isNew(values));
  add("src_ip", (values) => addressTest(values, ({ source }) => [source]));
  add("dst_ip", (values) => addressTest(values, ({ destinations }) => destinations));
  add("dst_port", portTest);
  add("iniface", (values) => interfaceTest(values, ({ iniface }) => iniface));
  add("outiface", (values) => interfaceTest(values, ({ outiface }) => outiface));
  // A client may choose its source port; one that doesn't gets an ephemeral one.
  if (cell("src_port") !== "" && !coversEphemeral(cell("src_port"))) tests.push(() => "maybe");
  return tests;
}

/** The kernel's type of the destination: what this host sends over loopback is for itself. */
const addressType = ({ outiface }: Connection) =>
  outiface === "" || outiface === "lo" ? "LOCAL" : "UNICAST";

const opposite: Record<Matching, Matching> = { yes: "no", no: "yes", maybe: "maybe" };

const valuesOf = (text: string) =>
  text
    .replace(/^\{|\}$/g, "")
    .split(",")
    .map((value) => value.trim().replace(/^"|"$/g, ""))
    .filter(Boolean);

const isOpaque = (value: string) => value.startsWith("@");

const protocolNumbers = { tcp: "6", udp: "17" };

function isProtocol(values: string[], protocol: "tcp" | "udp"): Matching {
  const names = [protocol, protocolNumbers[protocol], "all", "0"];
  if (values.some((value) => names.includes(value.toLowerCase()))) return "yes";
  return values.some(isOpaque) ? "maybe" : "no";
}

function isNew(values: string[]): Matching {
  return values.some((value) => value.toLowerCase() === "new") ? "yes" : "no";
}

function addressTest(values: string[], of: (connection: Connection) => IpRange[]): Test {
  const ranges = values.map(parseRange);
  return (connection) => {
    const answers = of(connection).map((part) => {
      const overlaps = ranges.map((range) => (range ? overlap(part, range) : "some"));
      if (overlaps.includes("all")) return "all";
      return overlaps.includes("some") ? "some" : "none";
    });
    if (answers.every((answer) => answer === "all")) return "yes";
    return answers.every((answer) => answer === "none") ? "no" : "maybe";
  };
}

function portTest(values: string[]): Test {
  const ranges = values.map((value) => /^(\d+)(?:[-:](\d+))?$/.exec(value));
  return ({ port }) => {
    const inside = (found: RegExpExecArray | null) =>
      found && Number(found[1]) <= port && port <= Number(found[2] ?? found[1]);
    if (ranges.some(inside)) return "yes";
    return ranges.includes(null) ? "maybe" : "no";
  };
}

/** Linux's default of net.ipv4.ip_local_port_range. */
function coversEphemeral(ports: string): boolean {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(ports) ?? [];
  return Number(first) <= 32768 && Number(last) >= 60999;
}

function interfaceTest(values: string[], of: (connection: Connection) => string | null): Test {
  return (connection) => {
    const name = of(connection);
    if (name === null) return values.every((value) => value === "lo") ? "no" : "maybe";
    const holds = (value: string) =>
      /[+*]$/.test(value) ? name.startsWith(value.slice(0, -1)) : name === value;
    if (values.some(holds)) return "yes";
    return values.some(isOpaque) ? "maybe" : "no";
  };
}
