import { TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";

/** The row `sip` is the whole; the others are exceptions from it. */
export const sipConfig: CollectedTable = {
  name: "sip_config",
  description: "System Integrity Protection of macOS, and the exceptions from it.",
  platforms: ["darwin"],
  columns: { config_flag: "TEXT", enabled: "INTEGER", enabled_nvram: "INTEGER" },
  collect: collectSipConfig,
};

/** The words of csrutil, by osquery's names of the flags. */
const flags = new Map([
  ["Apple Internal", "allow_apple_internal"],
  ["Kext Signing", "allow_untrusted_kexts"],
  ["Filesystem Protections", "allow_unrestricted_fs"],
  ["Debugging Restrictions", "allow_task_for_pid"],
  ["DTrace Restrictions", "allow_unrestricted_dtrace"],
  ["NVRAM Protections", "allow_unrestricted_nvram"],
  ["BaseSystem Verification", "allow_any_recovery_os"],
]);

async function collectSipConfig(host: Host): Promise<Collected> {
  const { stdout } = await host.run("csrutil", ["status"]);
  const rows = parseCsrutil(stdout);
  if (rows.length === 0) throw new TableUnavailable("error", "csrutil: no status in its output");
  return { rows, gaps: [] };
}

/**
 * The row "sip" is the protection as a whole; with a custom configuration each flag has its own,
 * enabled when it takes a protection away. What is in NVRAM for the next start csrutil doesn't tell.
 */
export function parseCsrutil(text: string): Row[] {
  const status = /^System Integrity Protection status: (enabled|disabled|unknown)\b/m.exec(text);
  if (!status) return [];
  // "unknown" is csrutil's word for a custom configuration on Apple's processors.
  const enabled = status[1] === "unknown" ? null : Number(status[1] === "enabled");
  const rows: Row[] = [{ config_flag: "sip", enabled }];
  for (const [, name = "", word] of text.matchAll(/^\s+([A-Za-z ]+): (enabled|disabled)\s*$/gm)) {
    const config_flag = flags.get(name);
    // Apple's own builds are the only flag whose "enabled" takes protection away.
    const taken = config_flag === "allow_apple_internal" ? "enabled" : "disabled";
    if (config_flag) rows.push({ config_flag, enabled: Number(word === taken) });
  }
  return rows;
}
