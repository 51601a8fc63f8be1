import type { Posture } from "../../contract/posture.ts";
import { cutText } from "./cut.ts";

const maxPaths = 10;
const maxFixes = 20;
const maxHosts = 10;
const maxCommandHosts = 3;
const maxCommands = 5;
const maxIds = 25;
const maxUnknown = 20;
const maxFaults = 20;
const maxDetail = 200;

/** A posture cut to a size that fits a model's context; its counts stay those of the whole. */
export function cutPosture(posture: Posture): Posture {
  const { paths, fixes, intrusion, health, accepted, unknown, hosts, faults, changes } = posture;
  return {
    ...posture,
    paths: paths.slice(0, maxPaths),
    fixes: fixes.slice(0, maxFixes).map(cutFix),
    intrusion: { finding_ids: intrusion.finding_ids.slice(0, maxIds) },
    health: { finding_ids: health.finding_ids.slice(0, maxIds) },
    ...(accepted && { accepted: { finding_ids: accepted.finding_ids.slice(0, maxIds) } }),
    unknown: unknown
      .slice(0, maxUnknown)
      .map((check) => ({ ...check, detail: cutText(check.detail, maxDetail) })),
    hosts: hosts.slice(0, maxHosts),
    faults: faults.slice(0, maxFaults),
    changes: changes && {
      ...changes,
      new: changes.new.slice(0, maxIds),
      resolved: changes.resolved.slice(0, maxIds),
    },
  };
}

function cutFix(fix: Posture["fixes"][number]): Posture["fixes"][number] {
  const { hosts, finding_ids, chain_ids, commands } = fix;
  return {
    ...fix,
    hosts: hosts.slice(0, maxHosts),
    finding_ids: finding_ids.slice(0, maxIds),
    chain_ids: chain_ids.slice(0, maxPaths),
    commands: commands
      .slice(0, maxCommandHosts)
      .map((host) => ({ ...host, commands: host.commands.slice(0, maxCommands) })),
  };
}
