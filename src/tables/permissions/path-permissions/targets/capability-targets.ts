import { TableUnavailable } from "../../../host/gap.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { once } from "../../../host/once.ts";
import { findCapabilities } from "../../file-capabilities.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Programs that carry capabilities. What of them can't be seen is told by their own table. */
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
