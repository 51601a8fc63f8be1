import type { Client } from "../../client/types.ts";
import type { Tags } from "../../contract/common.ts";
import type {
  CreateTagPolicy,
  TagPolicy,
  TagPolicyPage,
  UpdateTagPolicy,
} from "../../contract/tag-policy.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { gatherPages, type ListFlags } from "../command/gather-pages.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTags } from "../flags/parse-values.ts";
import type { PolicyFlags } from "./policy-flags.ts";

/** The oldest policies up to the limit, or all of them, as one page. */
export function gatherPolicies(client: Client, flags: ListFlags): Promise<TagPolicyPage> {
  return gatherPages("policies", (query) => client.policies(query), flags);
}

/** The request for a new policy. Its agents must be given, so that it doesn't apply to all by accident. */
export function newPolicy(name: string, flags: PolicyFlags): CreateTagPolicy {
  const match = matchOf(flags);
  if (!match) {
    throw usageError(
      "No agents were selected for the policy.",
      "Pass their tags with --match key=value, or pass --every-agent.",
    );
  }
  return { name, match, ...effectsOf(flags) };
}

export interface PatchFlags extends PolicyFlags {
  name?: string;
  "clear-deny-tables": boolean;
  "clear-snapshot-interval": boolean;
}

/** The request for a change, with only the given fields. */
export function policyPatch(flags: PatchFlags): UpdateTagPolicy {
  const match = matchOf(flags);
  const patch: UpdateTagPolicy = {
    ...(flags.name !== undefined && { name: flags.name }),
    ...(match && { match }),
    ...effectsOf(flags),
    ...(flags["clear-deny-tables"] && { deny_tables: [] }),
    ...(flags["clear-snapshot-interval"] && { snapshot_interval: null }),
  };
  if (Object.keys(patch).length === 0)
    throw usageError("Nothing to change was given.", "Pass at least one flag; see --help.");
  return patch;
}

/** The confirmation before a policy is deleted. */
export function deletionQuestion({ id, name }: TagPolicy): string {
  return escapeControl(`Delete the tag policy "${name}" (${id})?`);
}

function matchOf(flags: PolicyFlags): Tags | undefined {
  return flags["every-agent"] ? {} : flags.match && parseTags(flags.match);
}

function effectsOf(flags: PolicyFlags): Omit<CreateTagPolicy, "name" | "match"> {
  const { "deny-table": tables, criticality, "snapshot-interval": snapshot_interval } = flags;
  return {
    ...(tables && { deny_tables: tables.map((name) => name.trim().toLowerCase()) }),
    ...(criticality && { criticality }),
    ...(snapshot_interval !== undefined && { snapshot_interval }),
  };
}
