import * as Flags from "@oclif/core/flags";
import { spanFlag } from "../flags/common-flags.ts";
import { parseOverlap } from "../flags/parse-values.ts";

/** Flags of a rotation. */
export const rotationFlags = {
  overlap: spanFlag({
    description: "How long the previous key keeps signing for agents that pin it",
    default: 7 * 86_400_000,
    defaultHelp: async () => "7d",
    helpValue: "<7d>",
    parse: async (text) => parseOverlap(text),
  }),
  yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
};
