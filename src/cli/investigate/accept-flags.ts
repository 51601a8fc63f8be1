import * as Flags from "@oclif/core/flags";

const otherHosts = ["host", "tag", "everywhere"];

/** Flags for what an acceptance covers, why and until when. */
export const acceptFlags = {
  because: Flags.string({ description: "The reason", helpValue: "<text>", required: true }),
  until: Flags.string({
    description: "When it ends: a time, or a span from now such as 90d",
    helpValue: "<time>",
  }),
  host: Flags.string({
    description: "Cover this host instead of the finding's",
    helpValue: "<name>",
    exclusive: otherHosts.filter((name) => name !== "host"),
  }),
  tag: Flags.string({
    char: "t",
    description: "Cover the hosts with this tag (repeatable)",
    helpValue: "<k=v>",
    multiple: true,
    exclusive: otherHosts.filter((name) => name !== "tag"),
  }),
  everywhere: Flags.boolean({
    description: "Cover every host",
    exclusive: otherHosts.filter((name) => name !== "everywhere"),
  }),
  "any-evidence": Flags.boolean({
    description: "Cover other rows of evidence too, such as accounts that are added later",
  }),
};

export interface AcceptFlags {
  because: string;
  until?: string;
  host?: string;
  tag?: string[];
  everywhere: boolean;
  "any-evidence": boolean;
}
