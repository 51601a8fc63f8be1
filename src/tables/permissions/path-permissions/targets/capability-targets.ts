import { TableUnavailable } from "../../../host/gap.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { once } from "../../../host/once.ts";
import { findCapabilities } from "../../file-capabilities.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Programs with capabilities. Their own table reports what can't be read. */
export async function findCapabilityTargets({ host }: GapReader): Promise<Target[]> {
  try {
    const { rows } = await once(host, findCapabilities);
    return rows.map(({ path, capabilities }) =>
      rootsTarget("capability", String(path), { detail: String(capabilities) }),
    );
  } catch (error) {
    if (error instanceof TableUnavailable) return [];
    throw error;
  }
}
