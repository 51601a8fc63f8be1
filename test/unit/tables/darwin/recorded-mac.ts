import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openHost } from "../../../../src/tables/host/local.ts";
import type { CommandOutput, Host } from "../../../../src/tables/host/port.ts";
import { lsofArgs } from "../../../../src/tables/processes/lsof.ts";
import { psCommandArgs, psStateArgs } from "../../../../src/tables/processes/processes/ps.ts";

const fixtures = new URL("../../../fixtures/", import.meta.url);

/** What a tool printed on a Mac of a version; "␀" stands for the NUL that lsof ends fields with. */
export const printed = (file: string): string =>
  readFileSync(new URL(`tools/darwin/${file}`, fixtures), "utf8").replaceAll("␀", "\0");

const dscl = (folder: string, keys: string) =>
  `dscl -plist . -readall /${folder} RecordName ${keys}`;
const alf = (option: string) => `/usr/libexec/ApplicationFirewall/socketfilterfw --${option}`;

/** The commands that the collectors run, by the file that keeps what each printed. */
const commands: Record<string, string> = {
  "sw_vers.txt": "sw_vers",
  "sysctl-machine.txt":
    "sysctl kern.hostname hw.memsize hw.model hw.machine hw.cpusubtype hw.physicalcpu hw.logicalcpu hw.packages machdep.cpu.brand_string machdep.cpu.microcode_version kern.hv_vmm_present",
  "ioreg-platform.plist": "ioreg -a -r -d1 -c IOPlatformExpertDevice",
  "scutil-computername.txt": "scutil --get ComputerName",
  "scutil-localhostname.txt": "scutil --get LocalHostName",
  "boottime.txt": "sysctl -n kern.boottime",
  "loadavg.txt": "sysctl -n vm.loadavg",
  "ifconfig.txt": "ifconfig -a",
  "mount.txt": "mount",
  "ps-states.txt": ["ps", ...psStateArgs].join(" "),
  "ps-commands.txt": ["ps", ...psCommandArgs].join(" "),
  "lsof-programs.txt": ["lsof", ...lsofArgs("-d", "cwd,txt")].join(" "),
  "lsof-sockets.txt": ["lsof", ...lsofArgs("-i", "-U")].join(" "),
  "dscl-users.plist": dscl(
    "Users",
    "UniqueID PrimaryGroupID RealName NFSHomeDirectory UserShell GeneratedUID IsHidden AuthenticationAuthority",
  ),
  "dscl-groups.plist": dscl(
    "Groups",
    "PrimaryGroupID RealName IsHidden GroupMembership GroupMembers NestedGroups GeneratedUID",
  ),
  "launchctl-list.txt": "launchctl list",
  "launchctl-disabled.txt": "launchctl print-disabled system",
  "launchctl-disabled-501.txt": "launchctl print-disabled user/501",
  "sfltool-dumpbtm.txt": "sfltool dumpbtm",
  "alf-state.txt": alf("getglobalstate"),
  "alf-blockall.txt": alf("getblockall"),
  "alf-stealth.txt": alf("getstealthmode"),
  "alf-signed.txt": alf("getallowsigned"),
  "alf-logging.txt": alf("getloggingmode"),
  "alf-apps.txt": alf("listapps"),
  "pf-info.txt": "pfctl -s info",
  "pf-rules.txt": "pfctl -s rules",
  "spctl.txt": "spctl --status --verbose",
  "csrutil.txt": "csrutil status",
  "fdesetup.txt": "fdesetup status",
  "diskutil-apfs.plist": "diskutil apfs list -plist",
  "diskutil-list.plist": "diskutil list -plist",
};

/** Tools that end with 1 though they answer. */
const endsWithOne = new Set(["sysctl-machine.txt", "spctl.txt", "lsof-programs.txt"]);

export type Recorded = Record<string, CommandOutput>;

/** What was printed on a version of macOS, by command; a tool without a file is not there. */
export function recordedTools(version: string, { root }: { root: boolean }): Recorded {
  const outputs: Recorded = {
    "id -u": { stdout: root ? "0" : "501", exitCode: 0 },
    "uname -m": { stdout: version === "12" ? "x86_64" : "arm64", exitCode: 0 },
    "sysctl -n hw.memsize": { stdout: "17179869184", exitCode: 0 },
  };
  for (const [file, command] of Object.entries(commands)) {
    const stdout = readIfThere(`${version}/${file}`);
    if (stdout !== undefined)
      outputs[command] = { stdout, exitCode: endsWithOne.has(file) ? 1 : 0 };
  }
  return outputs;
}

function readIfThere(file: string): string | undefined {
  try {
    return printed(file).replace(/\n$/, "");
  } catch {
    return undefined;
  }
}

interface MacOptions {
  root?: boolean;
  /** Outputs that differ from the recording; undefined for a tool that isn't there. */
  tools?: Record<string, CommandOutput | undefined>;
}

/** A recorded Mac: an Intel one with macOS 12, or one with Apple's processor and macOS 15. */
export function recordedMac(
  version: "12" | "15",
  { root = version === "15", tools = {} }: MacOptions = {},
): Host {
  const all = { ...recordedTools(version, { root }), ...tools };
  const recorded = Object.fromEntries(
    Object.entries(all).flatMap(([command, output]) => (output ? [[command, output]] : [])),
  );
  return openHost({
    root: fileURLToPath(new URL(`hosts/darwin-${version}`, fixtures)),
    platform: "darwin",
    now: () => Date.UTC(2026, 0, 1),
    recorded,
  });
}
