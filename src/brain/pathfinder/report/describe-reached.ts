import type { PathQuestion } from "../../../contract/reading.ts";
import { pathConditions } from "../../text/path-conditions.ts";
import { count, list } from "../../text/wording.ts";
import type { PathOutcome } from "../model/types.ts";
import { isProven } from "./is-proven.ts";

/** What can be reached, or who can get there, in sentences. */
export function describeReached(question: PathQuestion, { ends, reached }: PathOutcome): string[] {
  const all = reached ?? [];
  const inbound = question.mode === "inbound";
  const how = pathConditions(question)
    .map((condition) => ` ${condition}`)
    .join("");
  if (all.length === 0)
    return [
      inbound
        ? `No account was found that can reach ${ends.to.text}${how}.`
        : `No path out of ${ends.from.text} was found${how}.`,
    ];
  const users = all.filter(({ node }) => node.type === "user");
  const counted = users.length > 0 ? users : all;
  const sure = counted.filter(isProven).length;
  const known =
    sure === counted.length
      ? ""
      : sure === 0
        ? ", none by proven steps alone"
        : `, ${sure} of them by proven steps alone`;
  const who =
    users.length > 0 ? `${count(users.length, "account")} ${onHosts(users)}` : kindsOf(all);
  return inbound
    ? [`${who} can reach ${ends.to.text}${how}${known}.`]
    : [
        `From ${ends.from.text}, ${who} can be reached${how}${known}.`,
        ...describeRoots(users.filter(({ node }) => node.label.startsWith("root@"))),
      ];
}

function onHosts(users: Reached): string {
  const hosts = new Set(users.map(({ node }) => node.label.split("@").at(-1)));
  return `on ${count(hosts.size, "host")}`;
}

/** "23 hosts"; "2 services and 1 container". */
function kindsOf(nodes: Reached): string {
  const types = [...new Set(nodes.map(({ node }) => node.type))];
  return list(
    types.map((type) => count(nodes.filter(({ node }) => node.type === type).length, type)),
    types.length,
  );
}

type Reached = NonNullable<PathOutcome["reached"]>;

/** The hosts where root is reached, and whether that is proven. */
function describeRoots(roots: Reached): string[] {
  const sure = roots.filter(isProven);
  if (sure.length > 0) return [`Root is proven to be reachable on ${list(hostsOf(sure), 8)}.`];
  return roots.length > 0 ? [`Root may be reachable on ${list(hostsOf(roots), 5)}.`] : [];
}

const hostsOf = (nodes: { node: { label: string } }[]) =>
  nodes.map(({ node }) => node.label.replace(/^root@/, ""));
