import type { Scope } from "../../contract/common.ts";
import { parseDuration } from "../../core/duration.ts";
import type { Issue } from "../../core/errors.ts";

/** A scope is stored with each state of a run and sent with its events; this fits a thousand host names. */
export const maxScopeBytes = 64 << 10;

/** What is wrong with a scope beyond its schema. */
export function scopeIssues(scope: Scope | undefined): Issue[] {
  const issues: Issue[] = [];
  const age = scope?.filter?.last_seen_within;
  if (age !== undefined && parseDuration(age) === null)
    issues.push({ path: "scope.filter.last_seen_within", message: "is too long a duration" });
  if (scope && Buffer.byteLength(JSON.stringify(scope)) > maxScopeBytes)
    issues.push({ path: "scope", message: "must have at most 64 KiB as JSON" });
  return issues;
}
