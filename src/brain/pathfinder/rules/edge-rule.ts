import { type Static, Type } from "typebox";
import { nodeTypes } from "./nodes.ts";

const strict = { additionalProperties: false } as const;

/**
 * How an edge is known: `proven` by facts that were all read; `conditional` on a password, a
 * passphrase or somebody's doing; `inferred` where one fact is missing; `refuted` by a restriction.
 */
export const edgeStates = ["proven", "conditional", "inferred", "refuted"] as const;
export type EdgeState = (typeof edgeStates)[number];

const NodeTypeName = Type.Enum([...nodeTypes]);

/**
 * A file of data/edges, named by its id: SQL that runs on a host over its agent's tables and gives
 * a row an edge. Columns with a meaning (all but `from` and `to` may be absent or NULL):
 * - `from`, `to`: the ends, as the host itself names them ("alice", a key's fingerprint);
 * - `to_host`: the name or address of the host that `to` is on, when that is another one;
 * - `state`: one of `edgeStates`, by default proven; `why`: what is assumed, needed or in the way;
 * - `port`: a TCP port of this host that whoever comes has to reach;
 * - `admits`: client patterns as in authorized_keys' `from=`, comma-separated: others are kept out;
 * - `fix`: names what one repair removes; rows that share it fall together. By default the whole row.
 * All columns together are the proof's row.
 */
export const EdgeRule = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9_]+$" }),
    /** As chains call it: "KeyOpens". */
    edge: Type.String({ pattern: "^[A-Z][A-Za-z]+$" }),
    title: Type.String(),
    description: Type.String(),
    from: NodeTypeName,
    to: NodeTypeName,
    /** What going over it takes, 1 (nothing) to 10 (luck or patience). */
    cost: Type.Integer({ minimum: 1, maximum: 10 }),
    attack: Type.Array(Type.String({ pattern: "^T[0-9]{4}([.][0-9]{3})?$" })),
    /** One sentence on a hop; `{from}`, `{to}`, `{host}` and `{column}` are filled in, `{origin}` by where it is come from. */
    tells: Type.String(),
    /** What breaks it, likewise; null for what is no fault (root is any user). */
    remediation: Type.Union([Type.String(), Type.Null()]),
    /** Named statements of data/edges/with that its SQL begins with. */
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

/** What joins need to know of each host and nobody walks over: its addresses, its listeners. A file of data/edges/facts. */
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
