/** The part of a command in oclif's manifest that completion needs. */
export interface CommandSpec {
  /** Words joined by colons. */
  id: string;
  summary?: string;
  hidden?: boolean;
  flags: Record<string, FlagSpec>;
  args: Record<string, ArgSpec>;
}

export interface FlagSpec {
  name: string;
  char?: string;
  type: "boolean" | "option";
  description?: string;
  options?: readonly string[];
  helpValue?: string | string[];
  multiple?: boolean;
  hidden?: boolean;
  helpGroup?: string;
}

export interface ArgSpec {
  name: string;
  options?: readonly string[];
}

/** A completion of the word under the cursor. */
export interface Candidate {
  value: string;
  description?: string;
}

/** Kinds of values that come from a server or from this machine. */
export type ValueKind =
  | "acceptances"
  | "agents"
  | "curiosity"
  | "deliveries"
  | "detections"
  | "findings"
  | "investigations"
  | "policies"
  | "profiles"
  | "subscriptions"
  | "tables"
  | "tags";

/** The completions at the cursor. */
export interface Completions {
  candidates: Candidate[];
  live?: ValueKind;
  /** Lets the shell complete files. */
  files?: boolean;
}
