import type { Host } from "../host.ts";
import { type Collected, TableUnavailable } from "../table.ts";
import { addressRows, parseIfconfig } from "./ifconfig.ts";
import { requiredOutput } from "./tool-output.ts";

/** How an IPv4 address was given is in no output: its `type` is NULL. */
export async function collectInterfaceAddresses(host: Host): Promise<Collected> {
  const interfaces = parseIfconfig(await requiredOutput(host, "ifconfig", ["-a"]));
  // Every Mac has lo0.
  if (interfaces.length === 0)
    throw new TableUnavailable("error", "ifconfig: no interfaces in its output");
  return { rows: addressRows(interfaces), gaps: [] };
}
