import { distinctGaps } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { type PamRule, pamServices, pamStack } from "./pam-stack.ts";
import { flat } from "./run-stack.ts";

const types = ["auth", "account", "password", "session"];

/** One row per rule of each service of PAM, in its order and with included files in place. */
export const pamRules: CollectedTable = {
  name: "pam_rules",
  description: "The modules that PAM runs for each service, with their controls and arguments.",
  platforms: ["linux"],
  columns: {
    service: "TEXT",
    type: "TEXT",
    place: "INTEGER",
    control: "TEXT",
    module: "TEXT",
    file: "TEXT",
    arguments: "TEXT",
    source: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = pamServices(read).flatMap((service) =>
      types.flatMap((type) =>
        flat(pamStack(read, { service, type })).map((rule, place) =>
          rowOf(rule, { service, place }),
        ),
      ),
    );
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

const rowOf = (
  { type, control, module, file, args, source }: PamRule,
  at: { service: string; place: number },
): Row => ({ ...at, type, control, module, file, arguments: args.join(" "), source });
