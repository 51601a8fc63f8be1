import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { type Fields, text, whole } from "../powershell/values.ts";

const cimClass = (wmiClass: string) => `-Namespace root/SecurityCenter2 -ClassName ${wmiClass}`;
const productsOf = (wmiClass: string) =>
  `Get-CimInstance ${cimClass(wmiClass)} | Select-Object displayName,productState,timestamp,pathToSignedReportingExe`;

export const windowsSecurityProductsScript = powershellScript({
  firewalls: productsOf("FirewallProduct"),
  antivirus: productsOf("AntiVirusProduct"),
  // Newer versions of Windows lack this class: antivirus and antispyware became one product.
  antispyware: `if(Get-CimClass ${cimClass("AntiSpywareProduct")} -ErrorAction SilentlyContinue){${productsOf("AntiSpywareProduct")}}`,
});

/**
 * Products registered with Security Center, which Windows' own firewall doesn't. Servers have no
 * Security Center.
 */
export function parseWindowsSecurityProducts(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = [
    ...answer.optional("firewalls").map((product) => productRow(product, "Firewall")),
    ...answer.required("antivirus").map((product) => productRow(product, "Antivirus")),
    ...answer.optional("antispyware").map((product) => productRow(product, "Antispyware")),
  ];
  return { rows, gaps: answer.gaps };
}

const states: Record<number, string> = {
  0: "Off",
  4096: "On",
  8192: "Snoozed",
  12288: "Expired",
};

/**
 * In `productState` the fourth digit is the product's state, the second the age of its signatures.
 */
function productRow(product: Fields, type: string): Row {
  const state = whole(product.productState);
  return {
    type,
    name: text(product.displayName),
    state: state === null ? null : (states[state & 0xf000] ?? "Unknown"),
    state_timestamp: text(product.timestamp),
    remediation_path: text(product.pathToSignedReportingExe),
    signatures_up_to_date: state === null ? null : Number((state & 0xf0) === 0),
  };
}

/** One row per product registered with Security Center, which servers don't have. */
export const windowsSecurityProducts: CollectedTable = {
  name: "windows_security_products",
  description: "Antivirus, antispyware and firewall products, and whether they are on.",
  platforms: ["win32"],
  columns: {
    type: "TEXT",
    name: "TEXT",
    state: "TEXT",
    state_timestamp: "TEXT",
    remediation_path: "TEXT",
    signatures_up_to_date: "INTEGER",
  },
  collect: collectWith(windowsSecurityProductsScript, parseWindowsSecurityProducts),
};
