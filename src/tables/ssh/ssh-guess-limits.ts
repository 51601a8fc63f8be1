import { distinctGaps, type Gap } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { effectiveGlobals } from "../parsers/sshd/effective.ts";
import type { ParsedSshdConfig } from "../parsers/sshd/parse.ts";
import { rootPrograms } from "../processes/root-programs.ts";
import { readCrowdsec } from "./guess-limits/crowdsec.ts";
import { readFail2ban } from "./guess-limits/fail2ban.ts";
import { readSshFirewall } from "./guess-limits/firewall-limit.ts";
import type { GuessLimit } from "./guess-limits/guess-limit.ts";
import { readOthers } from "./guess-limits/other-guards.ts";
import { readPamLock } from "./guess-limits/pam-lock.ts";
import { readSshLog } from "./guess-limits/ssh-log.ts";
import { readPenalties } from "./guess-limits/sshd-penalties.ts";
import { readSshguard } from "./guess-limits/sshguard.ts";
import { portsOf } from "./server/ports.ts";
import { readSshdConfigs } from "./server/sshd-files.ts";

/**
 * One row per port of sshd and mechanism that is there to stop guesses. `effective`: it stops who
 * tries more than 10 wrong passwords in a row, or more than one a second in the long run; NULL
 * where that is not known. `covers_root` is 0 for a lock that spares root.
 */
export const sshGuessLimits: CollectedTable = {
  name: "ssh_guess_limits",
  description: "What limits guesses of passwords at the SSH server, and whether it has an effect.",
  platforms: ["linux"],
  columns: {
    port: "INTEGER",
    mechanism: "TEXT",
    effective: "INTEGER",
    covers_root: "INTEGER",
    reason: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const rows: Row[] = [];
    for (const config of readSshdConfigs(read)) {
      const limits = await readLimits(read, config);
      const ports = portsOf(effectiveGlobals(config));
      rows.push(...ports.flatMap((port) => limits.map((limit) => rowOf(limit, port))));
    }
    return { rows, gaps: [...distinctGaps(read.gaps), ...undecided(rows)] };
  },
};

async function readLimits(read: GapReader, config: ParsedSshdConfig): Promise<GuessLimit[]> {
  const globals = effectiveGlobals(config);
  const programs = rootPrograms(read.forColumns(["effective"]));
  const log = readSshLog(read, { globals, programs });
  const firewall = await readSshFirewall(read);
  const { hasChain } = firewall;
  return [
    ...readPenalties(read, { config, programs }),
    ...readPamLock(read, { globals }),
    ...(await readFail2ban(read, { programs, log })),
    ...readSshguard(read, { programs, log, hasChain }),
    ...readCrowdsec(read, { programs, log }),
    ...readOthers(programs),
    ...firewall.limits,
  ];
}

function rowOf({ mechanism, coversRoot, judge }: GuessLimit, port: number): Row {
  const { isEffective, reason } = judge(port);
  return {
    port,
    mechanism,
    effective: isEffective === undefined ? null : Number(isEffective),
    covers_root: Number(coversRoot),
    reason,
  };
}

/** What isn't known matters only where nothing else stops guesses. */
function undecided(rows: Row[]): Gap[] {
  const isStopped = (row: Row) =>
    rows.some(
      (other) => other.port === row.port && other.effective === 1 && other.covers_root === 1,
    );
  return rows
    .filter((row) => row.effective === null && !isStopped(row))
    .map(({ mechanism, reason }) => ({
      reason: "error",
      detail: `${mechanism}: ${reason}`,
      columns: ["effective"],
    }));
}
