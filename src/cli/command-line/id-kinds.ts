import type { ValueKind } from "./command-spec.ts";

/** Kinds of records that a server identifies by an id. */
export type IdKind = Exclude<ValueKind, "detections" | "profiles" | "tables" | "tags">;

interface IdWords {
  one: string;
  many: string;
  /** The command that shows one by its id. */
  shows: string;
  /** The command that lists the ids. */
  lists: string;
}

export const idKinds: Readonly<Record<IdKind, IdWords>> = {
  acceptances: {
    one: "an acceptance",
    many: "acceptances",
    shows: "investigate accept list",
    lists: "investigate accept list",
  },
  agents: { one: "an agent", many: "agents", shows: "agents show ID", lists: "agents list" },
  curiosity: {
    one: "a scheduled question",
    many: "scheduled questions",
    shows: "curiosity show ID",
    lists: "curiosity list",
  },
  deliveries: {
    one: "a delivery",
    many: "deliveries",
    shows: "webhooks deliveries ID",
    lists: "webhooks deliveries",
  },
  findings: {
    one: "a finding",
    many: "findings",
    shows: "investigate show",
    lists: "investigate show",
  },
  investigations: {
    one: "an investigation",
    many: "investigations",
    shows: "investigate show ID",
    lists: "investigate list",
  },
  policies: {
    one: "a tag policy",
    many: "tag policies",
    shows: "agents policies list",
    lists: "agents policies list",
  },
  subscriptions: {
    one: "a subscription",
    many: "subscriptions",
    shows: "webhooks show ID",
    lists: "webhooks list",
  },
};

const byPrefix: Readonly<Record<string, IdKind>> = {
  acp: "acceptances",
  cur: "curiosity",
  dlv: "deliveries",
  fnd: "findings",
  inv: "investigations",
  pol: "policies",
  sub: "subscriptions",
};

/** The kind of the record that a whole id or its beginning names; undefined if it has no known type. */
export function kindOfId(text: string): IdKind | undefined {
  return /^[a-z]{3}_/.test(text) ? byPrefix[text.slice(0, 3)] : undefined;
}
