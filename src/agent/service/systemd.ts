import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import { checkSpec } from "./check-spec.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";

const unit = "inquest-agent.service";
const folder = "inquest-agent";

/** The agent as a systemd service that may read the machine and change nothing but its own folder. */
export function systemdService(spec: ServiceSpec): ServiceDefinition {
  const { user, program } = checkSpec(spec, "unix");
  if (/["'\\]/.test(program[0]))
    throw new AppError(
      "usage",
      `systemd starts no program with a quote or backslash in its path: ${program[0]}`,
      { exit: exitCodes.usage, hint: "Install it elsewhere." },
    );
  return {
    path: `/etc/systemd/system/${unit}`,
    text: systemdUnit(spec),
    encoding: "utf8",
    start: [systemctl("daemon-reload"), systemctl("enable", unit), systemctl("restart", unit)],
    stop: [{ ...systemctl("disable", "--now", unit), mayFail: true }],
    afterRemoval: [{ ...systemctl("daemon-reload"), mayFail: true }],
    status: `systemctl status ${unit}; journalctl -u ${unit}`,
    notes: user === null || user === "root" ? [] : [unseenBy(user)],
  };
}

const systemctl = (...args: string[]) => ({ tool: "systemctl", args });

function unseenBy(user: string): string {
  return `As ${user} the agent can't see what only root may: other users' open files, environments, program paths and keys, /etc/shadow, firewall rules. Investigations tell these as gaps.`;
}

export function systemdUnit(spec: ServiceSpec): string {
  const { program, configPath, cacheDir, user } = spec;
  // The colon keeps systemd from replacing $NAME.
  const [file, ...args] = [...program, "--config", configPath];
  const command = [quote(`:${file}`), ...args.map(quote)].join(" ");
  const isRoot = user === null || user === "root";
  return `# Written by inquest agents install; the next install writes it anew.
# Changes of your own: systemctl edit ${unit}

[Unit]
Description=inquest endpoint agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${command}
Restart=always
RestartSec=5
# A config that is wrong stays wrong until somebody mends it.
RestartPreventExitStatus=2
TimeoutStopSec=10
${isRoot ? "" : `User=${user}\n`}
# All that it may write.
${cacheDir === null ? ownFolder : `ReadWritePaths=${quote(cacheDir)}`}
UMask=0077
LimitCORE=0

NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectKernelTunables=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
PrivateMounts=yes
ProtectClock=yes
DevicePolicy=closed
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
# Unix sockets: systemd, Docker. Netlink: network interfaces, firewall rules.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
${isRoot ? rootCapabilities : "CapabilityBoundingSet="}
# Not set, since they would hide from an agent what it is asked about: PrivateTmp (files in /tmp),
# PrivateDevices (device names of mounts), ProtectProc (processes), ProtectKernelModules
# (/usr/lib/modules), ProtectHostname (a new host name), PrivateNetwork, PrivateUsers.
# MemoryDenyWriteExecute can't be used: V8 compiles JavaScript and WebAssembly to machine code.

[Install]
WantedBy=multi-user.target
`;
}

const ownFolder = `StateDirectory=${folder}
StateDirectoryMode=0700
Environment=SERVICE_CACHE_DIR=%S/${folder}`;

const rootCapabilities = `# Read every file, look into every process, list firewall rules; nothing else of what root may.
CapabilityBoundingSet=CAP_DAC_READ_SEARCH CAP_SYS_PTRACE CAP_NET_ADMIN CAP_NET_RAW`;

/** A word of a unit's line (systemd.syntax(7)): quotes and backslashes escaped, `%` not a specifier. */
function quote(word: string): string {
  return `"${word.replace(/["\\]/g, "\\$&").replaceAll("%", "%%")}"`;
}
