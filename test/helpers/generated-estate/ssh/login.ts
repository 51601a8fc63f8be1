import { createHash } from "node:crypto";
import type { Place, Site } from "../site.ts";

/** Who is to log in where, and what keeps it from working. */
export interface Login {
  site: Site;
  from: Place;
  to: Place;
  cut: string | null;
}

export const fingerprintOf = (name: string) =>
  `SHA256:${createHash("sha256").update(name).digest("base64").replace("=", "")}`;
