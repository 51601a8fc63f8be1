import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { Collected } from "../model/table.ts";
import { readAppFirewall, readAppRules } from "./socketfilterfw.ts";

export async function collectAlf(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const { state, stealth, allowSigned, logging } = await readAppFirewall(read);
  const row = {
    allow_signed_enabled: allowSigned,
    global_state: state,
    logging_enabled: logging,
    stealth_enabled: stealth,
  };
  return { rows: [row], gaps: read.gaps };
}

/** osquery's states: 0 allows, 2 blocks. */
export async function collectAlfExceptions(host: Host): Promise<Collected> {
  const rules = await readAppRules(host);
  return { rows: rules.map(({ path, blocked }) => ({ path, state: blocked ? 2 : 0 })), gaps: [] };
}
