import { type PathEndKind, pathEndKinds } from "../../../contract/reading.ts";

/** What a mention may be: a kind of end, or a technique ("without sudo"). */
export type MentionKind = PathEndKind | "edge";

/** Something in a question that a path may begin at, end at, pass through or do without. */
export interface Mention {
  /** What it may be, the likeliest first. */
  kinds: MentionKind[];
  name: string | null;
  /** Of `user@host`. */
  host: string | null;
  /** Of a group of hosts: "prod database servers" has two. */
  tags: Record<string, string> | null;
  /** Of `root@host`. */
  priv: "root" | "admin" | null;
  /** A noun beside it says what it is: "the account etl". */
  isSaid: boolean;
  /** The name is the account's whose key it is: "bob's ssh key". */
  isOwner: boolean;
}

/** What is known of a mention before a word says more. */
export const bareMention = {
  name: null,
  host: null,
  tags: null,
  priv: null,
  isSaid: false,
  isOwner: false,
};

export const privileged = /^(?:root|admin|administrator|superuser|admins|administrators)$/;
export const privilegeOf = (name: string) =>
  name === "root" || name === "superuser" ? ("root" as const) : ("admin" as const);

export const isEndKind = (kind: MentionKind): kind is PathEndKind =>
  pathEndKinds.some((one) => one === kind);

/** What a path does without or passes, as the pathfinder names it. */
export function nodeName(kind: MentionKind | undefined, { name, tags }: Mention): string {
  const text = name ?? Object.values(tags ?? {}).join(" ");
  if (kind === "edge")
    return text
      .toLowerCase()
      .replace(/s$/, "")
      .replace(/^suid$/, "setuid");
  return kind === undefined || kind === "host" || kind === "user" ? text : `${kind}:${text}`;
}
