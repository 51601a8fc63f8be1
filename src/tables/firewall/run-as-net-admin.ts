import { TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";

const netAdmin = 1n << 12n; // CAP_NET_ADMIN, linux/capability.h

/**
 * The output of a firewall tool. Without CAP_NET_ADMIN these tools print nothing, some with exit
 * code 0, so the capability is checked too: empty output without it means denied, not "no rules".
 */
export async function runAsNetAdmin(host: Host, tool: string, args: string[]): Promise<string> {
  const { stdout, exitCode } = await host.run(tool, args);
  if (!canReadRules(host)) throw new TableUnavailable("denied", `${tool}: needs CAP_NET_ADMIN`);
  if (exitCode !== 0) throw new TableUnavailable("error", `${tool}: exit code ${exitCode}`);
  return stdout;
}

function canReadRules(host: Host): boolean {
  const effective = /^CapEff:\s+([0-9a-f]+)$/m.exec(host.read("/proc/self/status"))?.[1];
  return effective !== undefined && (BigInt(`0x${effective}`) & netAdmin) !== 0n;
}
