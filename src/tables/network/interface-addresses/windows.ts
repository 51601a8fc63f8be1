import { isIP } from "node:net";
import type { Collected, Row } from "../../model/table.ts";
import { maskOfPrefix } from "../../parsers/net-address.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { choice, type Fields, text, whole } from "../../powershell/values.ts";

export const interfaceAddressesScript = powershellScript({
  addresses:
    "Get-CimInstance -Namespace root/StandardCimv2 -ClassName MSFT_NetIPAddress | Select-Object InterfaceIndex,InterfaceAlias,IPAddress,PrefixLength,SuffixOrigin,Type,Store",
});

export function parseInterfaceAddresses(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows: Row[] = [];
  let lost = 0;
  for (const address of answer.required("addresses").filter(inUse)) {
    const row = addressRow(address);
    if (row) rows.push(row);
    else lost++;
  }
  if (lost > 0) answer.gaps.push({ reason: "error", detail: `addresses: ${lost} unreadable` });
  return { rows, gaps: answer.gaps };
}

/** Windows stores each address twice: 1 is active, 0 is persistent and restored at boot. */
const inUse = ({ Store }: Fields) => whole(Store) !== 0;

function addressRow({
  InterfaceIndex,
  InterfaceAlias,
  IPAddress,
  PrefixLength,
  SuffixOrigin,
}: Fields) {
  const address = (text(IPAddress) ?? "").split("%")[0]!; // the zone is the interface's number
  const version = isIP(address);
  if (version === 0) return undefined;
  return {
    interface: text(InterfaceIndex),
    friendly_name: text(InterfaceAlias),
    address,
    mask: maskOf(version, whole(PrefixLength)),
    type: types[choice(SuffixOrigin, origins) ?? "other"],
  };
}

function maskOf(version: number, prefix: number | null): string | null {
  const bits = version === 4 ? 32 : 128;
  if (prefix === null || prefix < 0 || prefix > bits) return null;
  return maskOfPrefix(prefix, version === 4 ? "ipv4" : "ipv6");
}

const origins = { 0: "other", 1: "manual", 2: "wellknown", 3: "dhcp", 4: "link", 5: "random" };

/** osquery's terms. */
const types: Record<string, string> = {
  other: "unknown",
  manual: "manual",
  wellknown: "unknown",
  dhcp: "dhcp",
  link: "auto",
  random: "auto",
};

export const collectWindows = collectWith(interfaceAddressesScript, parseInterfaceAddresses);
