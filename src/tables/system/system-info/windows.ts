import { virtualizationBy } from "../../hardware/virtualization.ts";
import { TableUnavailable } from "../../host/gap.ts";
import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import {
  choice,
  type Fields,
  filled,
  flag,
  integer,
  listOf,
  text,
  whole,
} from "../../powershell/values.ts";

export const systemInfoScript = powershellScript({
  system:
    "Get-CimInstance Win32_ComputerSystem | Select-Object Name,DNSHostName,Domain,PartOfDomain,Manufacturer,Model,TotalPhysicalMemory,NumberOfProcessors,NumberOfLogicalProcessors",
  processors:
    "Get-CimInstance Win32_Processor | Select-Object Name,Architecture,NumberOfCores,NumberOfLogicalProcessors",
  product: "Get-CimInstance Win32_ComputerSystemProduct | Select-Object UUID,Version",
  bios: "Get-CimInstance Win32_BIOS | Select-Object SerialNumber",
  board:
    "Get-CimInstance Win32_BaseBoard | Select-Object Manufacturer,Product,Version,SerialNumber",
  microcode:
    "Get-ItemProperty 'HKLM:\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0' | Select-Object @{n='Revision';e={$_.'Update Revision'}}",
});

export function parseSystemInfo(printed: string): Collected {
  const answer = readAnswer(printed);
  const [system] = answer.required("system");
  if (!system) throw new TableUnavailable("error", "Win32_ComputerSystem has no rows");
  const one = (query: string, columns: string[]) => answer.optional(query, columns)[0] ?? {};
  const product = one("product", ["uuid", "hardware_version"]);
  const board = one("board", ["board_vendor", "board_model", "board_version", "board_serial"]);
  const maker = `${text(system.Manufacturer)} ${text(system.Model)}`;
  const row = {
    ...names(system),
    uuid: filled(product.UUID),
    ...describeProcessors(system, answer.optional("processors", processorColumns)),
    cpu_microcode: microcodeOf(one("microcode", ["cpu_microcode"])),
    physical_memory: integer(system.TotalPhysicalMemory),
    hardware_vendor: filled(system.Manufacturer),
    hardware_model: filled(system.Model),
    hardware_version: filled(product.Version),
    hardware_serial: filled(one("bios", ["hardware_serial"]).SerialNumber),
    board_vendor: filled(board.Manufacturer),
    board_model: filled(board.Product),
    board_version: filled(board.Version),
    board_serial: filled(board.SerialNumber),
    // By the manufacturer only: Windows on bare metal may run its own hypervisor for isolation.
    virtualization: virtualizationBy(maker.slice(0, 500)) ?? "none",
  };
  return { rows: [row], gaps: answer.gaps };
}

/** `hostname` is the fully qualified name on a domain member, as in osquery. */
function names({ Name, DNSHostName, Domain, PartOfDomain }: Fields) {
  const host = filled(DNSHostName) ?? filled(Name);
  const domain = flag(PartOfDomain) === 1 ? filled(Domain) : null;
  return {
    hostname: domain && host ? `${host}.${domain}` : host,
    computer_name: host,
    local_hostname: host,
  };
}

const processorColumns = ["cpu_type", "cpu_brand", "cpu_physical_cores"];

/** Win32_Processor.Architecture with uname's names. */
const architectures = { 0: "x86", 5: "arm", 6: "ia64", 9: "x86_64", 12: "arm64" };

function describeProcessors(system: Fields, processors: Fields[]) {
  const cores = processors.map(({ NumberOfCores }) => whole(NumberOfCores) ?? 0);
  return {
    cpu_type: choice(processors[0]?.Architecture, architectures),
    cpu_subtype: null,
    cpu_brand: filled(processors[0]?.Name),
    cpu_physical_cores: cores.reduce((sum, count) => sum + count, 0) || null,
    cpu_logical_cores: whole(system.NumberOfLogicalProcessors),
    cpu_sockets: whole(system.NumberOfProcessors),
  };
}

/** Eight little-endian bytes; the upper four are the revision. ARM processors have none. */
function microcodeOf({ Revision }: Fields): string | null {
  const bytes = listOf(Revision).map(whole);
  if (bytes.length < 8 || bytes.some((byte) => byte === null || byte < 0 || byte > 255))
    return null;
  const number = Buffer.from(bytes as number[]).readUInt32LE(4);
  return `0x${number.toString(16)}`;
}

export const collectWindows = collectWith(systemInfoScript, parseSystemInfo);
