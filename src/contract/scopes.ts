import { Type } from "typebox";
import { apiScopes } from "./enums.ts";

export { apiScopes } from "./enums.ts";

export type ApiScope = (typeof apiScopes)[number];
export const ApiScope = Type.Enum([...apiScopes], { type: "string" });
