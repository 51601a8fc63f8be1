import { type Static, Type } from "typebox";
import { nodeTypes } from "./nodes.ts";

const strict = { additionalProperties: false } as const;

/**
 * How an edge is known: `proven` by facts that were all read; `conditional` on a password, a
 * passphrase or a user's action; `inferred` where one fact is missing; `refuted` by a restriction;
 * `absent` where nothing grants it, which explains a missing path if no restriction does.
 */
export const edgeStates = ["proven", "conditional", "inferred", "refuted", "absent"] as const;
export type EdgeState = (typeof edgeStates)[number];

/** How a step is reported: an absent right is an obstacle too. */
export type HopState = Exclude<EdgeState, "absent">;

const NodeTypeName = Type.Enum([...nodeTypes]);

/**
 * A file of data/edges, named by its id: SQL that runs on a host over its agent's tables and
 * returns one row per edge. Columns with a meaning (all but `from` and `to` may be absent or NULL):
 * - `from`, `to`: the ends, as the host itself names them ("alice", a key's fingerprint);
 * - `to_host`: the name or address of the host that `to` is on, if it is another host;
 * - `state`: one of `edgeStates`, by default proven; `why`: the assumption, condition or obstacle;
 * - `port`: a TCP port of this host that the source has to reach;
 * - `admits`: client patterns as in authorized_keys' `from=`, comma-separated; other clients are
 *   refused;
 * - `fix`: names what one repair removes; rows with the same value are removed together. By default
 *   the whole row.
 * All columns together are the row of the proof.
 */
export const EdgeRule = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9_]+$" }),
    /** The name in chains: "KeyOpens". */
    edge: Type.String({ pattern: "^[A-Z][A-Za-z]+$" }),
    title: Type.String(),
    description: Type.String(),
    from: NodeTypeName,
    to: NodeTypeName,
    /** The effort of walking the edge, from 1 (none) to 10 (luck or patience). */
    cost: Type.Integer({ minimum: 1, maximum: 10 }),
    attack: Type.Array(Type.String({ pattern: "^T[0-9]{4}([.][0-9]{3})?$" })),
    /** What else people call it: "without cron" takes out the edges of each rule with that word. */
    words: Type.Optional(Type.Array(Type.String({ pattern: "^[a-z0-9-]+$" }))),
    /** The column that says which of the words a row is about; by default all of them. */
    words_in: Type.Optional(Type.String()),
    /**
     * One sentence that describes a hop; `{from}`, `{to}`, `{host}` and `{column}` are filled in,
     * and `{origin}` is the host before it.
     */
    sentence: Type.String(),
    /**
     * The repair that removes the edge, in the same form; null if the edge is no fault (root may
     * act as any user).
     */
    remediation: Type.Union([Type.String(), Type.Null()]),
    /** Names of the statements in data/edges/with that its SQL starts with. */
    with: Type.Optional(Type.Array(Type.String())),
    platforms: Type.Object(
      {
        linux: Type.Optional(Type.String()),
        darwin: Type.Optional(Type.String()),
        windows: Type.Optional(Type.String()),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  strict,
);
export type EdgeRule = Static<typeof EdgeRule>;

/**
 * Facts about each host that joins need but no path walks over: its addresses, its listeners. A
 * file of data/edges/facts.
 */
export const FactRule = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9_]+$" }),
    description: Type.String(),
    with: Type.Optional(Type.Array(Type.String())),
    platforms: EdgeRule.properties.platforms,
  },
  strict,
);
export type FactRule = Static<typeof FactRule>;
