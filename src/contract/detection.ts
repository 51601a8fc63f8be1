import { type Static, Type } from "typebox";
import { Severity } from "./common.ts";

const strict = { additionalProperties: false } as const;

/** A detection's precision: mean of its Beta posterior, and the labelled cases it is computed from. */
export const Calibration = Type.Object(
  {
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    true_positives: Type.Integer(),
    false_positives: Type.Integer(),
  },
  strict,
);
export type Calibration = Static<typeof Calibration>;

export const Detection = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    severity: Severity,
    platforms: Type.Array(Type.String()),
    attack: Type.Array(Type.String()),
    tables: Type.Array(Type.String()),
    calibration: Calibration,
  },
  strict,
);
export type Detection = Static<typeof Detection>;

export const DetectionList = Type.Object({ detections: Type.Array(Detection) }, strict);
export const VerdictResponse = Type.Object(
  { detection_id: Type.String(), calibration: Calibration },
  strict,
);
