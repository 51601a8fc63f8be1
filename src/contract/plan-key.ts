import { Type } from "typebox";

/** The public half of the key that signs plans; agents pin it. */
export const PlanKey = Type.Object(
  {
    algorithm: Type.Literal("ed25519"),
    public_key: Type.String({ description: "32 bytes, base64." }),
  },
  { additionalProperties: false },
);
