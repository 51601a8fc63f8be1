import { type Static, Type } from "typebox";
import { Timestamp } from "./common.ts";
import { ApiScope, apiScopes } from "./scopes.ts";

const strict = { additionalProperties: false } as const;

const keyFields = {
  id: Type.String({ pattern: "^[0-9A-Za-z]{12}$" }),
  scopes: Type.Array(ApiScope),
  name: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
  expires_at: Type.Optional(
    Type.String({
      format: "date-time",
      maxLength: 64,
      description: "When the key stops working; absent if never.",
    }),
  ),
};
export const Key = Type.Object(
  {
    ...keyFields,
    last_used_at: Type.Optional(
      Type.String({
        format: "date-time",
        maxLength: 64,
        description: "When the key was last used, recorded once an hour at most.",
      }),
    ),
  },
  strict,
);
export type Key = Static<typeof Key>;
export const KeyList = Type.Object({ keys: Type.Array(Key) }, strict);
export const NewKey = Type.Object({ ...keyFields, key: Type.String() }, strict);
export type NewKey = Static<typeof NewKey>;
export const CreateKeyRequest = Type.Object(
  {
    scopes: Type.Array(ApiScope, {
      minItems: 1,
      maxItems: apiScopes.length,
      uniqueItems: true,
    }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    expires_at: Type.Optional(
      Type.String({
        format: "date-time",
        maxLength: 64,
        description: "When the key stops working, in the future; never if absent.",
      }),
    ),
  },
  strict,
);
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
