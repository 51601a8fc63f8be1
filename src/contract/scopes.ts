import { Type } from "typebox";
import { apiScopes } from "./words.ts";

export { apiScopes } from "./words.ts";

export type ApiScope = (typeof apiScopes)[number];
export const ApiScope = Type.Enum([...apiScopes]);
