/** What the completion needs to know of a command, as oclif's manifest has it. */
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

/** What is offered for the word under the cursor. */
export interface Candidate {
  value: string;
  description?: string;
}

/** Values that only a server, or this machine, can tell. */
export type ValueKind =
  | "agents"
  | "curiosity"
  | "deliveries"
  | "findings"
  | "investigations"
  | "policies"
  | "profiles"
  | "subscriptions"
  | "tables"
  | "tags";

/** What may stand where the cursor is. */
export interface Completions {
  candidates: Candidate[];
  live?: ValueKind;
  /** The shell itself knows the files. */
  files?: boolean;
}
