import { gunzipSync } from "node:zlib";
import { isJsonWithin } from "../../plan/json-size.ts";

export type ParsedBody =
  | { ok: true; value: unknown }
  | { ok: false; reason: "too_large" | "not_gzip" | "not_json" | "too_many_values" };

/** A signed upload has two values; the rest is room for fields that the schema then rejects by name. */
const maxBody = { values: 64, objects: 16 };

/** Decompresses and parses the body of a signed upload, whose payload is one text. */
export function parseBody(
  body: Uint8Array,
  { isCompressed, limitBytes }: { isCompressed: boolean; limitBytes: number },
): ParsedBody {
  const inflated = isCompressed ? inflate(body, limitBytes) : body;
  if (typeof inflated === "string") return { ok: false, reason: inflated };
  if (!isJsonWithin(inflated, maxBody)) return { ok: false, reason: "too_many_values" };
  try {
    return { ok: true, value: JSON.parse(new TextDecoder().decode(inflated)) };
  } catch {
    return { ok: false, reason: "not_json" };
  }
}

function inflate(body: Uint8Array, limitBytes: number): Uint8Array | "too_large" | "not_gzip" {
  try {
    return gunzipSync(body, { maxOutputLength: limitBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge ? "too_large" : "not_gzip";
  }
}
