import type { UpdateTagPolicy } from "../../contract/tag-policy.ts";
import { suggest } from "../../core/suggest.ts";
import { invalid } from "../http/errors.ts";
import type { PolicyServices } from "./services.ts";

/** Rejects tables that no agent has: a mistyped name would deny nothing, and nobody would notice. */
export async function checkTagPolicy(
  { tableNames, fleet }: Pick<PolicyServices, "tableNames" | "fleet">,
  accountId: string,
  { deny_tables: denied = [] }: Pick<UpdateTagPolicy, "deny_tables">,
): Promise<void> {
  if (denied.length === 0) return;
  const known = new Set(await tableNames());
  if (denied.every((name) => known.has(name))) return;
  // Agents newer than this server may have tables that it doesn't know.
  for (const { tables } of await fleet.agentsOf(accountId))
    for (const table of tables) known.add(table);
  const issues = denied.flatMap((name, index) => {
    if (known.has(name)) return [];
    const similar = suggest(name, [...known]);
    const hint = similar === undefined ? "" : `; did you mean ${similar}?`;
    return [{ path: `deny_tables.${index}`, message: `no agent has a table ${name}${hint}` }];
  });
  if (issues.length > 0) throw invalid(...issues);
}
