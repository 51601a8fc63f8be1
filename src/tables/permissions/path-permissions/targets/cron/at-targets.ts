import { scriptRuns } from "../../../../commands/command-runs.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { isDaemonRunning } from "../commands/running-daemon.ts";
import type { Target } from "../target.ts";
import { cronPath } from "./cron-environments.ts";

/** Where Debian and Red Hat keep the jobs of at(1): the first letter is the queue, "=" one that runs. */
const spools = ["/var/spool/cron/atjobs", "/var/spool/at"];
const jobName = /^[a-zA-Z][0-9a-f]{13}$/;

/** Each account may queue many. */
const maxJobs = 500;

/** What the jobs run that wait for atd, each once and as the owner of its file. */
export function findAtTargets(read: GapReader): Target[] {
  const paths = spools.flatMap((folder) =>
    read
      .list(folder)
      .filter((name) => jobName.test(name))
      .map((name) => `${folder}/${name}`),
  );
  if (paths.length === 0) return [];
  const enabled = isDaemonRunning(read, new Set(["atd"]));
  const names = accountNames(read);
  return paths.slice(0, maxJobs).flatMap((source) => {
    const run_as = ownerOf(read, source, names);
    if (run_as === undefined) return [];
    const common = { purpose: "cron_job" as const, source, detail: commandIn(read, source) };
    // The job sets all variables that it was queued with; atd has none of a SHELL.
    const use = { folders: cronPath, account: run_as, environment: new Map([["SHELL", ""]]) };
    return scriptRuns(read, source, use).paths.map((one): Target => {
      const barred = one.barred ?? (enabled === 0 ? "atd is not running" : null);
      return {
        ...common,
        run_as: one.account ?? run_as,
        enabled: barred === null ? enabled : 0,
        barred,
        target: one.path,
        executed: Number(one.executed),
        awaits: one.awaits,
        ...(one.gainer && { gainer: one.gainer }),
      };
    });
  });
}

/** atd runs no job that has another name besides, or that its owner may not execute. */
function ownerOf(
  { host }: GapReader,
  path: string,
  names: ReadonlyMap<string, string>,
): string | undefined {
  try {
    const { uid, nlink, mode } = host.lstat(path);
    return nlink === 1 && (mode & 0o170100) === 0o100100 ? names.get(String(uid)) : undefined;
  } catch {
    return undefined;
  }
}

/** The first account of each number. */
const accountNames = (read: GapReader): Map<string, string> =>
  new Map(
    read
      .lines("/etc/passwd")
      .map((line) => line.split(":"))
      .map(([name = "", , uid = ""]): [string, string] => [uid, name])
      .reverse(),
  );

/** What was queued, without the lines that at puts before and behind it. */
function commandIn(read: GapReader, path: string): string {
  const lines = (read.text(path) ?? "").split("\n").filter((line) => line.trim() !== "");
  const own = lines.filter((line) => !line.startsWith("marcinDELIMITER"));
  return own.at(-1)?.slice(0, 500) ?? "";
}
