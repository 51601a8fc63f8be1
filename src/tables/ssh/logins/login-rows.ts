import { type Account, groupsOf } from "../../accounts/local-accounts.ts";
import { shellRefusal } from "../../accounts/login-shell.ts";
import { distinctGaps, type Gap } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { effectiveMatching } from "../../parsers/sshd/effective.ts";
import { clientList } from "./client-patterns.ts";
import {
  type ConnectionKind,
  connectionKinds,
  kindMatches,
  type LoginTarget,
} from "./connection-kinds.ts";
import { isExposed } from "./exposure.ts";
import { loginMethods } from "./login.ts";
import { isRuleUnread, type LoginOutcome, loginOptions, loginOutcome } from "./login-outcome.ts";
import { readSshServers, type SshServer } from "./server.ts";

export async function collectSshLogins(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const servers = await readSshServers(read);
  const rows = servers.flatMap((server) =>
    server.accounts.flatMap((account) =>
      server.ports.flatMap((port) => loginRows(server, account, port)),
    ),
  );
  if (rows.some(({ reason }) => reason === tooMany))
    read.report({ reason: "error", detail: tooMany });
  return { rows, gaps: [...distinctGaps(read.gaps), ...undecided(rows)] };
}

/** What isn't decided is a gap, unless a file that could not be read is one already. */
function undecided(rows: Row[]): Gap[] {
  const row = rows.find(({ allowed, reason }) => allowed === null && isRuleUnread(String(reason)));
  if (!row) return [];
  const detail = `sshd's logins: ${row.reason}`;
  return [{ reason: "error", detail, columns: ["allowed", "reason"] }];
}

const tooMany = "sshd's Match blocks distinguish too many clients";

function loginRows(server: SshServer, account: Account, port: number): Row[] {
  const target: LoginTarget = {
    user: account.name,
    groups: groupsOf(account, server.groups).map(({ name }) => name),
    port,
    usesDns: server.globals.get("UseDNS")?.values[0] === "yes",
    localAddresses: server.addressesOf(port),
    clientPatterns: [...server.pam.clientPatterns, ...server.hosts.clientPatterns],
  };
  const common = { username: account.name, uid: account.uid, port };
  const refusal = shellRefusal(server.host, account);
  const kinds = connectionKinds(server.config, loginOptions, target);
  if (!kinds)
    return loginMethods.map((method) => ({
      ...common,
      method,
      ...unknownOutcome,
      addresses: "",
      exposed: null,
      match: "",
    }));
  const logins = kinds.map((kind) => ({
    account,
    target,
    kind,
    known: effectiveMatching(server.config, (each) => kindMatches(each, target, kind)),
    shellRefusal: refusal,
  }));
  return loginMethods.flatMap((method) => {
    const cases = logins.map((login) => ({
      outcome: loginOutcome(server, { ...login, method }),
      blocks: matchingBlocks(server, target, login.kind),
      addresses: clientList(login.kind.client),
      exposed: isExposed(target, login.kind),
    }));
    return alike(cases).map(({ outcome, blocks, addresses, exposed }) => ({
      ...common,
      method,
      ...outcome,
      addresses,
      exposed: exposed === undefined ? null : Number(exposed),
      match: blocks.join("; "),
    }));
  });
}

const unknownOutcome: LoginOutcome = {
  allowed: null,
  reason: tooMany,
  source: "",
  forced_command: "",
  key_files: null,
};

interface Case {
  outcome: LoginOutcome;
  /** The Match blocks that match the connection. */
  blocks: string[];
  addresses: string;
  exposed: boolean | undefined;
}

/** A single case when connections make no difference. */
function alike(cases: Case[]): Case[] {
  const [first, ...rest] = cases as [Case, ...Case[]];
  const groupKey = ({ outcome: { source, ...decisive } }: Case) => JSON.stringify(decisive);
  if (rest.some((other) => groupKey(other) !== groupKey(first))) return cases;
  const blocks = first.blocks.filter((block) =>
    rest.every((other) => other.blocks.includes(block)),
  );
  const exposed = cases.some((each) => each.exposed) || first.exposed;
  return [{ ...first, blocks, addresses: "", exposed }];
}

/** Criteria of the Match blocks that set an option which decides about logins. */
function matchingBlocks(
  { config }: SshServer,
  target: LoginTarget,
  kind: ConnectionKind,
): string[] {
  const met = config.flatMap((entry) => {
    if ("unreadable" in entry || !entry.criteria?.length) return [];
    if (!loginOptions.has(entry.spec.name)) return [];
    if (!entry.criteria.every((criterion) => kindMatches(criterion, target, kind))) return [];
    return entry.criteria.map(({ attribute, argument }) => `${attribute} ${argument}`).join(" ");
  });
  return [...new Set(met)];
}
