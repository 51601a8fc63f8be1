import type { GapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { isInstalled, type Program } from "../../processes/root-programs.ts";
import {
  effective,
  everywhere,
  type GuessLimit,
  ineffective,
  type Judgement,
} from "./guess-limit.ts";
import type { SshLog } from "./ssh-log.ts";

/** crowdsec decides; only a bouncer blocks what it decided. */
export function readCrowdsec(
  read: GapReader,
  { programs, log }: { programs: Program[]; log: SshLog },
): GuessLimit[] {
  const runs = (pattern: RegExp) => programs.some(({ name }) => pattern.test(name));
  const limit = (judgement: Judgement) => [everywhere("crowdsec", judgement)];
  if (!runs(/^crowdsec$/))
    return isInstalled(read.host, "crowdsec") ? limit(ineffective("it does not run")) : [];
  if (!runs(/^(crowdsec-firewa|cs-firewall-bou)/)) return limit(ineffective("no bouncer runs"));
  if (expandGlob(read, "/etc/crowdsec/scenarios/*ssh*").length === 0)
    return limit(ineffective("it has no scenario of SSH"));
  return limit(judgeSource(read, log));
}

function judgeSource(read: GapReader, log: SshLog): Judgement {
  const paths = ["/etc/crowdsec/acquis.yaml", ...expandGlob(read, "/etc/crowdsec/acquis.d/*.yaml")];
  const lines = paths.flatMap((path) => read.lines(path)).filter((line) => !/^\s*#/.test(line));
  const judgements = lines.flatMap((line) => {
    const file = /^\s*-?\s*(?:filename:)?\s*["']?(\/[^"'\s#]+)/.exec(line)?.[1];
    if (file) return expandGlob(read, file).map(log.reaches);
    const match = /["']((?:_SYSTEMD_UNIT|_COMM|SYSLOG_IDENTIFIER)=[^"']+)["']/.exec(line)?.[1];
    return match ? [log.reachesJournal(match)] : [];
  });
  const source = judgements.find(({ isEffective }) => isEffective);
  return source ? effective(source.reason) : (judgements[0] ?? ineffective("it reads no log"));
}
