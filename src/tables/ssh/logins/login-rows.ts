import { type Account, groupsOf } from "../../accounts/local-accounts.ts";
import { missingShell, shellRefusal } from "../../accounts/login-shell.ts";
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
import { anyLocalSide, type LocalSide, localSideOf } from "./local-side.ts";
import { loginMethods } from "./login.ts";
import {
  isRuleUnread,
  type LoginOutcome,
  loginOptions,
  loginOutcome,
  sameSettings,
} from "./login-outcome.ts";
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
  const missing = missingShell(server.host, account.shell);
  const kinds = connectionKinds(server.config, loginOptions, target);
  if (!kinds)
    return loginMethods.map((method) => ({
      ...common,
      method,
      ...unknownOutcome,
      addresses: "",
      exposed: null,
      match: "",
      local_match: null,
      scope: null,
    }));
  const logins = kinds.map((kind) => ({
    account,
    target,
    kind,
    known: effectiveMatching(server.config, (each) => kindMatches(each, target, kind)),
    shellRefusal: refusal,
    missingShell: missing,
  }));
  return loginMethods.flatMap((method) => {
    const cases = logins.map((login) => ({
      outcome: loginOutcome(server, { ...login, method }),
      blocks: matchingBlocks(server, target, login.kind),
      clients: clientList(login.kind.client),
      kinds: [login.kind],
      local: anyLocalSide,
      exposed: isExposed(target, login.kind),
    }));
    return alike(alikeByClient(cases, target)).map(
      ({ outcome, blocks, clients, local, exposed }) => ({
        ...common,
        method,
        ...outcome,
        addresses: [clients, local.clients].filter(Boolean).join(" "),
        exposed: exposed === undefined ? null : Number(exposed),
        match: blocks.join("; "),
        local_match: local.match || null,
        scope: outcome.allowed === 0 ? scopeOf(server, outcome) : null,
      }),
    );
  });
}

const unknownOutcome: LoginOutcome = {
  allowed: null,
  reason: tooMany,
  source: "",
  forced_command: "",
  forwarding: null,
  forwarding_reason: null,
  key_files: null,
  ...sameSettings,
};

interface Case {
  outcome: LoginOutcome;
  /** The Match blocks that match the connection. */
  blocks: string[];
  clients: string;
  kinds: ConnectionKind[];
  local: LocalSide;
  exposed: boolean | undefined;
}

const outcomeKey = ({ outcome: { source, ...decisive } }: Case) => JSON.stringify(decisive);

/** One case for each outcome of a list of clients, with the server's addresses that have this outcome. */
function alikeByClient(cases: Case[], target: LoginTarget): Case[] {
  const lists = [...new Set(cases.map(({ clients }) => clients))];
  return lists.flatMap((list) => {
    const ofList = cases.filter(({ clients }) => clients === list);
    const keys = [...new Set(ofList.map(outcomeKey))];
    return keys.map((key) => {
      const one = merged(ofList.filter((each) => outcomeKey(each) === key));
      return keys.length === 1 ? one : { ...one, local: localSideOf(target, one.kinds) };
    });
  });
}

/** A single case when connections make no difference. */
function alike(cases: Case[]): Case[] {
  const isOne = new Set(cases.map(outcomeKey)).size === 1;
  return isOne ? [{ ...merged(cases), clients: "", local: anyLocalSide }] : cases;
}

/** Cases of one outcome as one, under the blocks that each of them matches. */
function merged(cases: Case[]): Case {
  const [first, ...rest] = cases as [Case, ...Case[]];
  return {
    ...first,
    blocks: first.blocks.filter((block) => rest.every(({ blocks }) => blocks.includes(block))),
    kinds: cases.flatMap(({ kinds }) => kinds),
    exposed: cases.some(({ exposed }) => exposed) || first.exposed,
  };
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

/** The Match block that makes the setting of a refusal, or those that make another one for other logins. */
function scopeOf({ config }: SshServer, { reason, source }: LoginOutcome): string | null {
  const option = reason.split(" ")[0];
  const blocks = config.flatMap((entry) => {
    if ("unreadable" in entry || !entry.criteria?.length || entry.spec.name !== option) return [];
    const text = entry.criteria
      .map(({ attribute, argument }) => `${attribute} ${argument}`)
      .join(" ");
    return { text: `Match ${text}`, isOwn: entry.source === source };
  });
  const own = blocks.find(({ isOwn }) => isOwn);
  if (own) return `in ${own.text}`;
  const others = [...new Set(blocks.map(({ text }) => text))];
  return others.length === 0 ? null : `outside ${others.slice(0, 3).join(" and ")}`;
}
