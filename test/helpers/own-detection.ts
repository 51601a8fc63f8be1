import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { createSqlChecker } from "../../src/compose/own/sql-checker.ts";
import { createSqlRunner } from "../../src/engine/run/sql-runner.ts";
import { openHost } from "../../src/tables/host/local.ts";
import { tables } from "../../src/tables/registry.ts";

/** A valid detection of an operator. */
export const ownDetection = {
  id: "telnet_client_installed",
  title: "A telnet client is installed",
  description: "Telnet sends passwords in clear text.",
  kind: "weakness",
  severity: "low",
  attack: ["T1040"],
  remediation: "Remove the package and use ssh.",
  fix: ["apt-get remove --yes {name}"],
  phrases: ["telnet clients installed", "hosts that still have telnet programs"],
  tables: ["deb_packages"],
  key: ["name"],
  platforms: { linux: { sql: "SELECT name, version FROM deb_packages WHERE name = 'telnet'" } },
};

/** A valid edge rule of an operator. */
export const ownEdgeRule = {
  id: "deploy_agent",
  edge: "DeployAgent",
  title: "The deploy agent runs jobs as root",
  description: "Members of the group deploy may send it jobs.",
  from: "user",
  to: "user",
  cost: 2,
  attack: ["T1548"],
  sentence: "{from} may send jobs to the deploy agent as {uid}.",
  remediation: "Remove {from} from the group.",
  platforms: { linux: `SELECT username AS "from", 'root' AS "to", uid FROM users` },
};

/** Writes definitions into a folder, each named by its id. */
export function writeDefinitions(folder: string, definitions: { id: string }[]): string {
  for (const definition of definitions)
    writeFileSync(join(folder, `${definition.id}.yaml`), stringify(definition));
  return folder;
}

/** Checks statements against the real tables; close it at the end. */
export async function openSqlChecker() {
  const runner = await createSqlRunner({ host: openHost(), tables });
  return { runner, checker: await createSqlChecker(runner), close: () => runner.close() };
}
