import type { TagPolicy, TagPolicyPage } from "../../contract/tag-policy.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Style, View } from "./view.ts";

/** Tag policies, oldest first. */
export const policyListView: View<TagPolicyPage> = {
  plain: ({ policies, next_cursor }, style) => {
    if (policies.length === 0) return ["No tag policies."];
    const columns = ["id", "name", "agents", "denied tables", "criticality", "snapshots"];
    const rows = policies.map((policy) => [
      policy.id,
      policy.name,
      matchText(policy),
      policy.deny_tables.join(", "),
      policy.criticality,
      policy.snapshot_interval ?? "",
    ]);
    const more = next_cursor === null ? [] : ["There are more: use --all or a higher --limit."];
    return [
      ...renderTable({ columns, rows, whole: ["id"] }, style),
      ...more.map((line) => paint(style, "dim", line)),
    ];
  },
};

/** The current settings of a policy. */
export const policyView: View<TagPolicy> = {
  plain: (policy, style) => [
    paint(style, "bold", escapeControl(policy.name)),
    escapeControl(policy.id),
    ...paragraphs(`Applies to ${forWhom(policy)}.`, style),
    ...effects(policy, style),
  ],
};

export const deletedPolicyView: View<{ id: string }> = {
  json: ({ id }) => ({ id, deleted: true }),
  plain: ({ id }) => [`${escapeControl(id)} is deleted.`],
};

function matchText({ match }: TagPolicy): string {
  const tags = Object.entries(match).map(([key, value]) => `${key}=${value}`);
  return tags.length === 0 ? "every agent" : tags.join(" ");
}

function forWhom(policy: TagPolicy): string {
  const tags = matchText(policy);
  return Object.keys(policy.match).length === 0 ? tags : `agents tagged ${tags}`;
}

const meanings: Record<TagPolicy["criticality"], string[]> = {
  normal: [],
  high: ["The hosts are labelled as high criticality."],
  critical: ["Findings on these hosts are one severity higher."],
};

function effects(policy: TagPolicy, style: Style): string[] {
  const { deny_tables, criticality, snapshot_interval } = policy;
  const said = [
    ...(deny_tables.length > 0 ? [`Never read on these hosts: ${deny_tables.join(", ")}.`] : []),
    ...meanings[criticality],
    ...(snapshot_interval === null ? [] : [`Snapshots every ${snapshot_interval}.`]),
  ];
  const lines = said.length > 0 ? said : ["It has no effect yet: set one with update."];
  return lines.flatMap((line) => paragraphs(line, style));
}
