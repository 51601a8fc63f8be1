import { type Static, Type } from "typebox";
import { CaseHost } from "../../definitions/case-host.ts";

/** A host and the verdict that a detection must give for it. */
export const DetectionCase = Type.Object(
  {
    ...CaseHost,
    verdict: Type.Enum(["fail", "pass", "unknown", "not_applicable"]),
    /** How many rows of evidence a fail must have. */
    rows: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The host is fine although the detection fires: a known false alarm. */
    benign: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type DetectionCase = Static<typeof DetectionCase>;

/** A file `NAME.test.yaml` beside the detection `NAME.yaml`. */
export const DetectionCases = Type.Array(DetectionCase, { minItems: 1 });
