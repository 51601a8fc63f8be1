import { type Static, Type } from "typebox";
import { Timestamp } from "./common.ts";
import { ApiScope, apiScopes } from "./scopes.ts";

const strict = { additionalProperties: false } as const;

const keyFields = {
  id: Type.String({ pattern: "^[0-9A-Za-z]{12}$" }),
  scopes: Type.Array(ApiScope),
  name: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
};
export const Key = Type.Object(keyFields, strict);
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
  },
  strict,
);
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
