import { type Static, Type } from "typebox";
import { FindingsBySeverity, GapReason, Nullable, Severity, Timestamp } from "./common.ts";

const strict = { additionalProperties: false } as const;

/** Maximum lengths of the lists of a posture. Where more exist, a count beside the list has them all. */
export const postureLimits = {
  paths: 50,
  fixes: 100,
  /** Hosts of one path, fix or list of hosts. */
  hosts: 100,
  /** Hosts of one fix that have commands, and commands of one host. */
  commandHosts: 20,
  commands: 20,
  /** Ids of findings or chains in one list. */
  ids: 1_000,
  /** Detections of one list: the whole catalogue. */
  detections: 1_000,
} as const;

const AgentIds = Type.Array(Type.String(), { maxItems: postureLimits.hosts });
const FixedFindingIds = Type.Array(Type.String(), { maxItems: postureLimits.hosts });
const FindingIds = Type.Array(Type.String(), { maxItems: postureLimits.ids });
const DetectionIds = Type.Array(Type.String(), { maxItems: postureLimits.detections });

/** A path to root; `investigation.chains` has its steps and their proofs. */
export const PosturePath = Type.Object(
  {
    chain_id: Type.String(),
    from: Type.String({ description: "The label of the path's first node." }),
    to: Type.String({ description: "The label of the account that it reaches." }),
    hosts: AgentIds,
    sentence: Type.String(),
    status: Type.Union([Type.Literal("confirmed"), Type.Literal("unconfirmed")]),
  },
  strict,
);
export type PosturePath = Static<typeof PosturePath>;

export const FixCommands = Type.Object(
  {
    agent_id: Type.String(),
    hostname: Type.String(),
    commands: Type.Array(Type.String(), { maxItems: postureLimits.commands }),
    omitted: Type.Integer({
      minimum: 0,
      description: "Further commands of the host, beyond the maximum length of the list.",
    }),
  },
  strict,
);
export type FixCommands = Static<typeof FixCommands>;

/** What to change, for a detection's findings, for the edges of paths, or for both. */
export const PostureFix = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    remediation: Type.String(),
    commands: Type.Array(FixCommands, {
      maxItems: postureLimits.commandHosts,
      description: "Shell commands to run as root; empty where no command is safe unread.",
    }),
    lockout: Nullable(
      Type.String({ description: "Whom or what the fix could lock out or stop, in one sentence." }),
    ),
    severity: Severity,
    hosts: AgentIds,
    host_count: Type.Integer(),
    finding_ids: FixedFindingIds,
    chain_ids: Type.Array(Type.String(), {
      maxItems: postureLimits.paths,
      description: "The chains that the fix cuts.",
    }),
    detection_id: Nullable(Type.String()),
    edge: Nullable(Type.String()),
  },
  strict,
);
export type PostureFix = Static<typeof PostureFix>;

/** A detection that could not be checked on some hosts, by reason. */
export const UnknownCheck = Type.Object(
  {
    detection_id: Type.String(),
    title: Type.String(),
    reason: GapReason,
    detail: Type.String(),
    hosts: Type.Integer(),
    lift: Type.String({ description: "What to do so that the check can be made." }),
  },
  strict,
);
export type UnknownCheck = Static<typeof UnknownCheck>;

export const PostureHost = Type.Object(
  {
    agent_id: Type.String(),
    hostname: Type.String(),
    paths: Type.Integer({ description: "Paths to root of this host." }),
    by_severity: FindingsBySeverity,
    failed: Type.Integer(),
    passed: Type.Integer(),
    unknown: Type.Integer(),
  },
  strict,
);
export type PostureHost = Static<typeof PostureHost>;

export const PostureFault = Type.Object(
  {
    detection_id: Type.String(),
    title: Type.String(),
    severity: Severity,
    hosts: Type.Integer(),
  },
  strict,
);
export type PostureFault = Static<typeof PostureFault>;

export const ResolvedFault = Type.Object(
  { detection_id: Type.String(), title: Type.String(), hostname: Type.String() },
  strict,
);

/** How the posture differs from the last completed one of the same scope. */
export const PostureChanges = Type.Object(
  {
    since: Timestamp,
    new: FindingIds,
    resolved: Type.Array(ResolvedFault, { maxItems: postureLimits.ids }),
  },
  strict,
);
export type PostureChanges = Static<typeof PostureChanges>;

export const postureVerdicts = ["weak", "no_weakness_found", "unknown"] as const;

/** The security of the hosts in scope as a whole. */
export const Posture = Type.Object(
  {
    verdict: Type.Enum([...postureVerdicts], {
      description:
        "`unknown`: no weakness was found, but no check could be made, or the search for paths timed out.",
    }),
    headline: Type.String({ description: "The verdict in one sentence." }),
    checks: Type.Object(
      {
        failed: Type.Integer(),
        passed: Type.Integer(),
        unknown: Type.Integer(),
        not_applicable: Type.Integer(),
        accepted: Type.Optional(
          Type.Integer({
            description: "Detections that fail only where their findings are accepted.",
          }),
        ),
      },
      {
        ...strict,
        description:
          "Numbers of detections of weaknesses and intrusions. One that fails on any host has failed; one that passes on some hosts and is unknown on others is unknown.",
      },
    ),
    paths: Type.Array(PosturePath, {
      maxItems: postureLimits.paths,
      description:
        "Paths to root from the network or an ordinary account, one for each entry and last edge; confirmed ones first.",
    }),
    path_count: Type.Integer(),
    fixes: Type.Array(PostureFix, {
      maxItems: postureLimits.fixes,
      description:
        "Fixes that cut most paths first, then by severity, number of hosts and confidence.",
    }),
    fix_count: Type.Integer(),
    intrusion: Type.Object({ finding_ids: FindingIds }, strict),
    health: Type.Object({ finding_ids: FindingIds }, strict),
    accepted: Type.Optional(
      Type.Object(
        { finding_ids: FindingIds },
        {
          ...strict,
          description:
            "Findings that are accepted as a risk; absent without any. No other part has them.",
        },
      ),
    ),
    unknown: Type.Array(UnknownCheck, { maxItems: postureLimits.detections }),
    not_applicable: DetectionIds,
    hosts: Type.Array(PostureHost, { maxItems: postureLimits.hosts, description: "Worst first." }),
    host_count: Type.Integer(),
    faults: Type.Array(PostureFault, {
      maxItems: postureLimits.detections,
      description: "Failed detections of weaknesses and intrusions, most frequent first.",
    }),
    changes: Type.Union([PostureChanges, Type.Null()], {
      description: "Null without an earlier run.",
    }),
  },
  strict,
);
export type Posture = Static<typeof Posture>;
