import { count, percent } from "../text/section.ts";
import type { FixReport, PostureReport } from "./posture-report.ts";

const shownHosts = 3;

/** What a fix is about besides its title: paths that it cuts, hosts, confidence. */
export function fixFacts({ fix, findings }: FixReport, report: PostureReport): string[] {
  const { chain_ids, hosts, host_count } = fix;
  const paths = report.posture.path_count;
  const sure = Math.max(0, ...findings.map(({ confidence }) => confidence));
  return [
    ...(chain_ids.length > 0
      ? [`cuts ${chain_ids.length} of ${count(paths, "path")} to root`]
      : []),
    ...(report.isFleet ? [`on ${hostList(hosts.map(report.hostname), host_count)}`] : []),
    ...(findings.length > 0 ? [`${percent(sure)} sure`] : []),
  ];
}

/** What follows a list of commands that is not complete. */
export const omittedText = (commands: number): string =>
  `… and ${count(commands, "more command")}: audit again after these.`;

/** `web-1, web-2, db-1 and 4 more hosts`. */
export function hostList(names: string[], total = names.length): string {
  const shown = names.slice(0, shownHosts);
  const hidden = total - shown.length;
  return hidden > 0 ? `${shown.join(", ")} and ${count(hidden, "more host")}` : shown.join(", ");
}
