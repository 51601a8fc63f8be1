import { TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parsePlist } from "../../host/read-plist.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parseColonLines } from "../../parsers/key-values.ts";
import { dictsOf, type PlistDict, PlistError } from "../../parsers/plist/values.ts";

const oids = [
  ..."kern.hostname hw.memsize hw.model hw.machine hw.cpusubtype hw.physicalcpu hw.logicalcpu".split(
    " ",
  ),
  ..."hw.packages machdep.cpu.brand_string machdep.cpu.microcode_version kern.hv_vmm_present".split(
    " ",
  ),
];

export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  // Exit code 1 means that some oid is unknown here: Apple silicon has no microcode.
  const { stdout } = await host.run("sysctl", oids);
  const row = describeMachine(parseColonLines(stdout));
  if (!row) throw new TableUnavailable("error", "sysctl: no host name in its output");
  const platform = await readPlatform(read);
  const nameOf = async (key: string, column: string) =>
    (await read.forColumns([column]).output("scutil", "--get", key))?.trim();
  const computer_name = await nameOf("ComputerName", "computer_name");
  const local_hostname = await nameOf("LocalHostName", "local_hostname");
  return { rows: [{ ...row, ...platform, computer_name, local_hostname }], gaps: read.gaps };
}

/** From `sysctl`: names, processors, memory. */
export function describeMachine(values: Map<string, string>): Row | undefined {
  const hostname = values.get("kern.hostname");
  if (!hostname) return undefined;
  const model = values.get("hw.model") ?? null;
  return {
    hostname,
    cpu_type: values.get("hw.machine") ?? null,
    cpu_subtype: values.get("hw.cpusubtype") ?? null,
    cpu_brand: values.get("machdep.cpu.brand_string") ?? null,
    cpu_physical_cores: numberOf(values.get("hw.physicalcpu")),
    cpu_logical_cores: numberOf(values.get("hw.logicalcpu")),
    cpu_sockets: numberOf(values.get("hw.packages")),
    cpu_microcode: values.get("machdep.cpu.microcode_version") ?? null,
    physical_memory: numberOf(values.get("hw.memsize")),
    hardware_model: model,
    virtualization: virtualizationOf(model ?? "", values.get("kern.hv_vmm_present")),
  };
}

const numberOf = (text = "") => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** By the model that a hypervisor reports; since macOS 11 the kernel shows whether there is one. */
function virtualizationOf(model: string, present: string | undefined): string | null {
  if (/^VMware/i.test(model)) return "vmware";
  if (/^Parallels/i.test(model)) return "parallels";
  if (/^VirtualMac/i.test(model)) return "apple";
  if (present === undefined) return null;
  return present === "1" ? "vm-other" : "none";
}

const hardwareColumns = ["uuid", "hardware_vendor", "hardware_serial", "board_model"];

/** From the I/O registry: serial number, UUID and, on Intel, the board. */
async function readPlatform(read: GapReader): Promise<Row> {
  const command = ["ioreg", "-a", "-r", "-d1", "-c", "IOPlatformExpertDevice"] as const;
  const text = await read.forColumns(hardwareColumns).output(...command);
  if (text === undefined) return {};
  const device = parsePlatform(text);
  if (device) return device;
  read.report({ reason: "error", detail: "ioreg: no platform device", columns: hardwareColumns });
  return {};
}

export function parsePlatform(text: string): Row | undefined {
  try {
    const [device] = dictsOf(parsePlist(text));
    if (!device) return undefined;
    return {
      uuid: registryText(device, "IOPlatformUUID"),
      hardware_vendor: registryText(device, "manufacturer"),
      hardware_serial: registryText(device, "IOPlatformSerialNumber"),
      board_model: registryText(device, "board-id"),
    };
  } catch (error) {
    if (error instanceof PlistError) return undefined;
    throw error;
  }
}

/** Most text values in the registry are NUL-terminated bytes. */
function registryText(device: PlistDict, key: string): string | null {
  const value = device.get(key);
  if (Buffer.isBuffer(value)) return value.toString("utf8").split("\0")[0] || null;
  return typeof value === "string" ? value : null;
}
