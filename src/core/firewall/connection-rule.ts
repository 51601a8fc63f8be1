import { type IpRange, overlap, parseRange } from "../ip.ts";
import { conditionsInText, type TextConditions } from "./rule-text.ts";

/** A new connection to this host or from it, or its answers to one. */
export interface Connection {
  /** These are answers from this port, null: from any, to a port of the client's choice. */
  answersFrom?: number | null;
  /** The port of the socket for which it is, if rules may redirect it there from `port`. */
  servedAt?: number;
  /** Whether a rule has translated it to `port`. */
  isTranslated?: boolean;
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
  /** The single ports that it names. */
  namedPorts: number[];
  /** As it is printed. */
  text: string;
  matches(connection: Connection): Matching;
}

/** Reads a row of `firewall_rules` by column. */
export type FirewallRow = (column: string) => string;

type Test = (connection: Connection) => Matching;

/** One rule; columns that are empty match every connection. */
export function connectionRule(row: number, cell: FirewallRow): ConnectionRule {
  const text = cell("rule");
  const meaning = conditionsInText(cell);
  const ofReply = meaningForReply(text, meaning);
  const ofTranslated = conditionsInText((column) =>
    column === "rule" ? text.replace(/(^| )ct status dnat(?= |$)/, "") : cell(column),
  );
  const tests = testsOf(cell);
  return {
    row,
    action: cell("action") || null,
    namedPorts: cell("dst_port").match(/^\{?[\d, ]+\}?$/)
      ? [...cell("dst_port").matchAll(/\d+/g)].map(([port]) => Number(port))
      : [],
    text,
    ports: [...cell("dst_port").matchAll(/\d+/g)].flatMap(([port]) => [+port, +port + 1]),
    matches(connection) {
      const ofNew = connection.isTranslated ? ofTranslated : meaning;
      const demands = connection.answersFrom === undefined ? ofNew : ofReply;
      let matching: Matching = demands === "more" ? "maybe" : "yes";
      if (demands === "never") return "no";
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

/** Which flags the packets of a connection have, and whether it was redirected, differs. */
const meaningForReply = (text: string, meaning: TextConditions): TextConditions =>
  /(?:^| )(?:tcp flags |--tcp-flags |ct status )/.test(text) ? "more" : meaning;

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
  add("state", (values) => ({ answersFrom, isTranslated }) => {
    if (isTranslated && isIn(values, "dnat") === "yes") return "yes";
    return isIn(values, answersFrom === undefined ? "new" : "established");
  });
  add("src_ip", (values) => addressTest(values, ({ source }) => [source]));
  add("dst_ip", (values) => addressTest(values, ({ destinations }) => destinations));
  add(
    "dst_port",
    (values) =>
      ({ port, answersFrom }) =>
        answersFrom === undefined ? isPort(values, port) : isEphemeral(values),
  );
  add("iniface", (values) => interfaceTest(values, ({ iniface }) => iniface));
  add("outiface", (values) => interfaceTest(values, ({ outiface }) => outiface));
  // A client may choose its source port; one that doesn't gets an ephemeral one.
  add("src_port", (values) => ({ answersFrom }) => {
    if (answersFrom === null) return "maybe";
    if (answersFrom !== undefined) return isPort(values, answersFrom);
    return coversEphemeral(cell("src_port")) ? "yes" : "maybe";
  });
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

function isIn(states: string[], state: string): Matching {
  return states.some((value) => value.toLowerCase() === state) ? "yes" : "no";
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

function isPort(values: string[], port: number): Matching {
  const ranges = values.map((value) => /^(\d+)(?:[-:](\d+))?$/.exec(value));
  const inside = (found: RegExpExecArray | null) =>
    found && Number(found[1]) <= port && port <= Number(found[2] ?? found[1]);
  if (ranges.some(inside)) return "yes";
  return ranges.includes(null) ? "maybe" : "no";
}

/** Linux's default of net.ipv4.ip_local_port_range. */
const ephemeral = { first: 32_768, last: 60_999 };

function coversEphemeral(ports: string): boolean {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(ports) ?? [];
  return Number(first) <= ephemeral.first && Number(last) >= ephemeral.last;
}

/** Whether a port that a client gets by itself is among these. */
function isEphemeral(values: string[]): Matching {
  const ranges = values.map((value) => /^(\d+)(?:[-:](\d+))?$/.exec(value));
  if (values.some((value) => coversEphemeral(value.replace(":", "-")))) return "yes";
  const isOutside = (found: RegExpExecArray | null) =>
    found && (Number(found[2] ?? found[1]) < ephemeral.first || Number(found[1]) > ephemeral.last);
  return ranges.every(isOutside) ? "no" : "maybe";
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
