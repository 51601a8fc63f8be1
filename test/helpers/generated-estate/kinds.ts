import { boxCuts } from "./containers.ts";
import type { Step } from "./site.ts";
import { authorityCuts, plantAuthority } from "./ssh/authority.ts";
import { certificateCuts, plantCertificate } from "./ssh/certificate.ts";
import { keyCuts, plantKey } from "./ssh/key.ts";
import { diskGroup, dockerGroup, lxdGroup } from "./steps/groups.ts";
import { cronFolder, cronJob, unit } from "./steps/jobs.ts";
import { pathOfCron, pathOfUnit } from "./steps/path-folders.ts";
import { capability, loader, setuid } from "./steps/programs.ts";
import { sudo, sudoUser, sudoVariables, sudoWritable } from "./steps/sudo.ts";

export const stepsToRoot: Step[] = [
  sudo,
  sudoVariables,
  sudoWritable,
  cronJob,
  cronFolder,
  unit,
  dockerGroup,
  lxdGroup,
  diskGroup,
  setuid,
  capability,
  pathOfCron,
  pathOfUnit,
  loader,
];

export const stepsToUser: Step[] = [sudoUser, { ...cronJob, kind: "cron-of-user" }];

/** The block of a machine that isn't known to be reachable. */
export const outOfReach = "out-of-reach";

interface Login {
  kind: string;
  cuts: string[];
  plant: typeof plantKey;
}

export const logins: Login[] = [
  { kind: "key", cuts: keyCuts, plant: plantKey },
  { kind: "key", cuts: keyCuts, plant: plantKey },
  { kind: "authority", cuts: authorityCuts, plant: plantAuthority },
  { kind: "certificate", cuts: certificateCuts, plant: plantCertificate },
];

const steps = [...stepsToRoot, ...stepsToUser];
export const everyKind: string[] = [
  ...[...steps, ...logins].map(({ kind }) => kind),
  "carried",
  "container",
  "docker-api",
  "empty-password",
];
export const everyCut: string[] = [
  ...[...steps, ...logins].flatMap(({ cuts }) => cuts),
  ...boxCuts,
  outOfReach,
];
