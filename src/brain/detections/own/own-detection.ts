import { type Static, Type } from "typebox";
import { DetectionDefinition } from "../schema.ts";

const { id, title, description, phrases, platforms, ...rest } = DetectionDefinition.properties;

/** A file of an operator's folder of detections: as in data/detections, with limits. */
export const OwnDetection = Type.Object(
  {
    id: Type.String({ ...id, maxLength: 64 }),
    /** Required to replace the shipped detection with this id. */
    replaces: Type.Optional(Type.Boolean()),
    title: Type.String({ ...title, minLength: 1, maxLength: 200 }),
    description: Type.String({ ...description, minLength: 1, maxLength: 4000 }),
    phrases: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      ...phrases,
      minItems: 1,
      maxItems: 100,
    }),
    platforms,
    ...rest,
  },
  { additionalProperties: false },
);
export type OwnDetection = Static<typeof OwnDetection>;
