import type { GapReader } from "../../host/gap-reader.ts";
import { isInstalled, type Program } from "../../processes/root-programs.ts";
import {
  effective,
  everywhere,
  type GuessLimit,
  ineffective,
  type Judgement,
  mostInARow,
  unknownEffect,
} from "./guess-limit.ts";
import type { SshLog } from "./ssh-log.ts";

/** What sshguard counts for one wrong password. */
const pointsPerAttack = 10;

/** sshguard: a reader of logs, a parser, a blocker and a firewall's program in one pipe. */
export function readSshguard(
  { host }: GapReader,
  {
    programs,
    log,
    hasChain,
  }: { programs: Program[]; log: SshLog; hasChain: (name: string) => boolean | undefined },
): GuessLimit[] {
  const blocker = programs.find(({ name, isHere }) => isHere && name === "sshg-blocker");
  const limit = (judgement: Judgement) => [everywhere("sshguard", judgement)];
  if (!blocker) return isInstalled(host, "sshguard") ? limit(ineffective("it does not run")) : [];
  const family = pipeOf(programs, blocker);
  const source = judgeSource(family, log);
  if (!source.isEffective) return limit(source);
  const threshold = Number(/^\d+$/.exec(blocker.args[blocker.args.indexOf("-a") + 1] ?? "")?.[0]);
  if (threshold > mostInARow * pointsPerAttack)
    return limit(ineffective(`it blocks after ${Math.ceil(threshold / pointsPerAttack)} failures`));
  return limit(judgeBackend(family, hasChain));
}

/** The programs that share the blocker's pipe: the main shell's descendants. */
function pipeOf(programs: Program[], { parent }: Program): Program[] {
  const found = programs.filter((each) => each.parent === parent);
  for (const one of found) found.push(...programs.filter((each) => each.parent === one.pid));
  return found;
}

function judgeSource(family: Program[], log: SshLog): Judgement {
  const judgements = family.flatMap(({ name, args }) => {
    if (name === "tail")
      return args
        .slice(1)
        .filter((word) => word.startsWith("/"))
        .map(log.reaches);
    return name === "journalctl" ? [log.reachesJournal(journalMatch(args))] : [];
  });
  return (
    judgements.find(({ isEffective }) => isEffective) ??
    judgements[0] ??
    ineffective("it reads no log")
  );
}

/** journalctl's options in the form of its fields. */
function journalMatch(args: string[]): string {
  const terms = args.flatMap((word, at) => {
    const value = args[at + 1] ?? "";
    if (word === "-t") return [`SYSLOG_IDENTIFIER=${value}`];
    if (word === "-u") return [`_SYSTEMD_UNIT=${value.replace(/(\.service)?$/, ".service")}`];
    return /^_?[A-Z]/.test(word) && word.includes("=") ? [word] : [];
  });
  return terms.length > 0 ? terms.join(" + ") : "SYSLOG_IDENTIFIER=sshd";
}

function judgeBackend(
  family: Program[],
  hasChain: (name: string) => boolean | undefined,
): Judgement {
  const words = family.flatMap(({ args }) => args);
  const backend = words.find((word) => /\/sshg-fw-[\w-]+$/.test(word))?.replace(/^.*sshg-fw-/, "");
  if (backend === undefined) return unknownEffect("its firewall is not known");
  if (backend === "null") return ineffective("its firewall is none");
  if (backend !== "iptables") return effective(backend);
  const leads = hasChain("sshguard");
  if (leads === undefined) return unknownEffect("the firewall could not be read");
  return leads ? effective(backend) : ineffective("no rule leads to the chain sshguard");
}
