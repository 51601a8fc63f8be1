import { lineRuns } from "../../../../commands/command-runs.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { awaitedInFolder } from "../commands/awaited-in-folder.ts";
import { pathTargets } from "../path-variable.ts";
import type { Target } from "../target.ts";
import { type CronEnvironment, shellRefusal } from "./cron-environments.ts";
import type { Table } from "./cron-table.ts";

/** The folders of each PATH in a crontab, for each account with jobs that use it. */
export function cronPathTargets(read: GapReader, table: Table): Target[] {
  const accounts = [...new Set(table.jobs.map(({ username }) => username))];
  return table.environments.flatMap((environment) =>
    accounts.flatMap((run_as) => targetsOf(read, { table, environment, run_as })),
  );
}

interface Use {
  table: Table;
  environment: CronEnvironment;
  run_as: string;
}

function targetsOf(read: GapReader, { table, environment, run_as }: Use): Target[] {
  const { path, folders, commands } = environment;
  const jobs = table.jobs.filter(
    ({ username, command }) => username === run_as && commands.includes(command),
  );
  const [first] = jobs;
  if (path === null) return [];
  if (!first) return isUnused(table, environment) ? unusedTargets(path, table, run_as) : [];
  const possible = jobs.filter((job) => job.barred === null);
  const byItself = possible.filter(({ awaits }) => awaits === null);
  const never = possible.length === 0 ? first.barred : shellRefusal(read, environment);
  const barred = table.barred ?? never;
  const enabled = barred === null ? table.enabled : 0;
  const programs = byItself.flatMap(
    ({ command }) => lineRuns(read, command, { folders, account: run_as }).lookedUp,
  );
  return pathTargets(path, { source: table.path, run_as, enabled, barred }).map((one) => ({
    ...one,
    awaits:
      byItself.length === 0
        ? (possible[0]?.awaits ?? null)
        : awaitedInFolder(read, { folders, programs }, one.target),
  }));
}

const isUnused = ({ environments }: Table, { path }: CronEnvironment): boolean =>
  environments.every((one) => one.path !== path || one.commands.length === 0);

const unusedTargets = (path: string, table: Table, run_as: string): Target[] =>
  pathTargets(path, {
    source: table.path,
    run_as,
    enabled: 0,
    barred: table.barred ?? "no job comes after it before another PATH",
  });
