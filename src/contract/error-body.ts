import { type Static, Type } from "typebox";

const strict = { additionalProperties: false } as const;

/** Body of every 4xx and 5xx response; `issues` only on 400. */
export const ErrorBody = Type.Object(
  {
    error: Type.String(),
    message: Type.Optional(Type.String()),
    hint: Type.Optional(Type.String()),
    issues: Type.Optional(
      Type.Array(
        Type.Object(
          { path: Type.String(), message: Type.String(), code: Type.Optional(Type.String()) },
          strict,
        ),
      ),
    ),
    missing_scope: Type.Optional(Type.String()),
    request_id: Type.Optional(Type.String()),
  },
  strict,
);
export type ErrorBody = Static<typeof ErrorBody>;
