import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parseServices } from "../../network/etc-services.ts";
import { isInstalled, type Program } from "../../processes/root-programs.ts";
import { type Jail, type JailAction, readJails } from "./fail2ban-jail.ts";
import {
  effective,
  everywhere,
  type GuessLimit,
  ineffective,
  type Judgement,
  mostInARow,
  mostPerSecond,
  unknownEffect,
} from "./guess-limit.ts";
import type { SshLog } from "./ssh-log.ts";

interface Known {
  programs: Program[];
  log: SshLog;
}

/** fail2ban, by what its server says of its jails. */
export async function readFail2ban(
  { host }: GapReader,
  { programs, log }: Known,
): Promise<GuessLimit[]> {
  const limit = (judgement: Judgement) => [everywhere("fail2ban", judgement)];
  const servers = programs.filter(isServer);
  if (servers.length === 0)
    return isInstalled(host, "fail2ban-server")
      ? limit(ineffective("its server does not run"))
      : [];
  if (!servers.some(({ isHere }) => isHere)) return limit(unknownEffect("it runs in a container"));
  const jails = await readJails(host);
  if (!jails) return limit(unknownEffect("its server does not answer"));
  const ours = jails.filter(isOfSsh);
  if (ours.length === 0) return limit(ineffective("no jail watches sshd"));
  return ours.map((jail) => ({
    mechanism: "fail2ban",
    coversRoot: true,
    judge: (port) => {
      const { isEffective, reason } = judgeJail(host, { jail, log, port });
      return { isEffective, reason: `jail ${jail.name}: ${reason}` };
    },
  }));
}

const isServer = ({ args }: Program) =>
  args.slice(0, 3).some((word) => /(^|\/)fail2ban-server$/.test(word));

/** Its patterns find what sshd says of a wrong password. */
const isOfSsh = ({ patterns }: Jail) =>
  /sshd/.test(patterns) && /Failed |authentication failure/i.test(patterns);

function judgeJail(
  host: Host,
  { jail, log, port }: { jail: Jail; log: SshLog; port: number },
): Judgement {
  const sources = [
    ...jail.files.map(log.reaches),
    ...(jail.journal === undefined ? [] : [log.reachesJournal(jail.journal)]),
  ];
  const source = sources.find(({ isEffective }) => isEffective) ?? sources[0];
  if (!source) return ineffective("it reads no log");
  if (!source.isEffective) return source;
  // Its server prints a prefix of 0 or not, depending on its version.
  const everyone = jail.ignored.find((range) => /^(0\.0\.0\.0|::)(\/0)?$/.test(range));
  if (everyone) return ineffective(`it ignores ${everyone}`);
  const { maxRetry, findSeconds, banSeconds } = jail;
  const isFast = (seconds: number) => seconds >= 0 && maxRetry > seconds * mostPerSecond;
  if (maxRetry > mostInARow || isFast(findSeconds) || isFast(banSeconds))
    return ineffective(`${maxRetry} failures in ${findSeconds} s ban for ${banSeconds} s`);
  return best(jail.actions.map((action) => judgeAction(host, action, port)));
}

function best(judgements: Judgement[]): Judgement {
  const of = (wanted: boolean | undefined) =>
    judgements.find(({ isEffective }) => isEffective === wanted);
  return of(true) ?? of(undefined) ?? of(false) ?? ineffective("it has no action");
}

/** Programs that keep an address out, and the words by which an action runs them. */
const blockers: [pattern: RegExp, command: string][] = [
  [/<iptables>|\biptables\b/, "iptables"],
  [/<nftables>|\bnft\b/, "nft"],
  [/\bufw\b/, "ufw"],
  [/\bfirewall-cmd\b/, "firewall-cmd"],
  [/\bipset\b|<ipset>/, "ipset"],
  [/\bip (-\w+ )*route\b|<family> route/, "ip"],
];

/** They report an address, or have it kept from a website. */
const onlyReports =
  /^(abuseipdb|badips|blocklist|bunny|cloudflare|complain|dshield|dummy|mail|sendmail|mynetwatchman|xarf|helpers)/;

function judgeAction(host: Host, { name, commands }: JailAction, port: number): Judgement {
  if (onlyReports.test(name)) return ineffective(`${name} blocks no address`);
  const blocker = blockers.find(([pattern]) => pattern.test(commands));
  if (!blocker) return unknownEffect(`what ${name} does is not known`);
  const [, command] = blocker;
  if (!isInstalled(host, command)) return ineffective(`${name} needs ${command}, which is missing`);
  const chain = /<iptables> -I (?!f2b-)(\S+)/.exec(commands)?.[1];
  if (chain && !/^(INPUT|PREROUTING)$/.test(chain))
    return ineffective(`${name} bans in chain ${chain}`);
  const ports = portsIn(host, commands);
  if (ports && !ports.some(([first, last]) => first <= port && port <= last))
    return ineffective(`${name} bans at other ports than ${port}`);
  return effective(name);
}

type Ports = [first: number, last: number][];

/** The ports that an action names; undefined for all. */
function portsIn(host: Host, commands: string): Ports | undefined {
  const lists = [
    ...commands.matchAll(/\bdports?\s+(?:\\?\{\s*)?(?:\$\(echo\s+)?['"]?([\w,:-]+)/g),
    ...commands.matchAll(/\bports?=['"]?([\w,:-]+)/g),
  ].map(([, list = ""]) => list);
  if (lists.length === 0) return undefined;
  return lists
    .join()
    .split(",")
    .flatMap((item): Ports => {
      const [first, last = first] = item.split(/[:-]/).map((each) => portOf(host, each));
      if (first === undefined || last === undefined) {
        const named = portOf(host, item);
        return named === undefined ? [] : [[named, named]];
      }
      return [[first, last]];
    });
}

function portOf(host: Host, text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const names = host.exists("/etc/services") ? parseServices(host.read("/etc/services")) : [];
  const found = names.find(({ name, protocol }) => name === text && protocol === "tcp");
  return found ? Number(found.port) : text === "ssh" ? 22 : undefined;
}
