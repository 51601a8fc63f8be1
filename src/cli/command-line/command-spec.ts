/** What the completion needs to know of a command, as oclif's manifest has it. */
export interface CommandOffer {
  /** Words joined by colons. */
  id: string;
  summary?: string;
  hidden?: boolean;
  flags: Record<string, FlagOffer>;
  args: Record<string, ArgOffer>;
}

export interface FlagOffer {
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

export interface ArgOffer {
  name: string;
  options?: readonly string[];
}

/** What is offered for the word under the cursor. */
export interface Candidate {
  value: string;
  about?: string;
}

/** Values that only a server, or this machine, can tell. */
export type LiveKind =
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
export interface Offer {
  candidates: Candidate[];
  live?: LiveKind;
  /** The shell itself knows the files. */
  files?: boolean;
}
