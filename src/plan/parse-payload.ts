import { isJsonWithin } from "./json-size.ts";
import { contentLimits } from "./limits.ts";

/** The JSON of a signed payload; undefined if it is not JSON or would take too much memory. */
export function parsePayload(bytes: Buffer): unknown {
  if (!isJsonWithin(bytes, contentLimits.json)) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
