import { createHash } from "node:crypto";
import type { Place, Site } from "../site.ts";

/** Who logs in where, and what prevents it. */
export interface Login {
  site: Site;
  /** Who has read the credential. */
  reader: Place;
  /** Where it is used. */
  from: Place;
  to: Place;
  cut: string | null;
}

export const fingerprintOf = (name: string) =>
  `SHA256:${createHash("sha256").update(name).digest("base64").replace("=", "")}`;
