import { AppError } from "../../core/errors.ts";
import { checkSpec } from "./check-spec.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";

const unit = "inquest-agent.service";
const folder = "inquest-agent";

/** The agent as a systemd service that can read the machine and write only to its own folder. */
export function systemdService(spec: ServiceSpec): ServiceDefinition {
  const { user, program } = checkSpec(spec, "unix");
  if (/["'\\]/.test(program[0]))
    throw new AppError(
      "usage",
      `systemd can't start a program with a quote or backslash in its path: ${program[0]}`,
      { kind: "usage", hint: "Install inquest in another folder." },
    );
  return {
    path: `/etc/systemd/system/${unit}`,
    text: systemdUnit(spec),
    encoding: "utf8",
    start: [systemctl("daemon-reload"), systemctl("enable", unit), systemctl("restart", unit)],
    stop: [{ ...systemctl("disable", "--now", unit), mayFail: true }],
    afterRemoval: [{ ...systemctl("daemon-reload"), mayFail: true }],
    status: `systemctl status ${unit}; journalctl -u ${unit}`,
    notes: user === null || user === "root" ? [] : [unreadableNote(user)],
  };
}

const systemctl = (...args: string[]) => ({ tool: "systemctl", args });

function unreadableNote(user: string): string {
  return `As ${user} the agent can't read what only root may: other users' open files, environments, program paths and keys, /etc/shadow, firewall rules. Investigations report these as gaps.`;
}

export function systemdUnit(spec: ServiceSpec): string {
  const { program, configPath, cacheDir, user } = spec;
  // The colon disables expansion of $NAME.
  const [file, ...args] = [...program, "--config", configPath];
  const command = [quote(`:${file}`), ...args.map(quote)].join(" ");
  const isRoot = user === null || user === "root";
  return `# Written by inquest agents install; the next install overwrites it.
# To customise it: systemctl edit ${unit}

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
# Exit code 2: the config is invalid, so restarting does not help.
RestartPreventExitStatus=2
TimeoutStopSec=10
${isRoot ? "" : `User=${user}\n`}
# The only folder it can write to.
${cacheDir === null ? ownFolder : `ReadWritePaths=${quote(cacheDir)}`}
UMask=0077
LimitCORE=0
# Each of glibc's arenas keeps what its threads have freed; one saves 20 MB.
Environment=MALLOC_ARENA_MAX=1
# Twice what the agent needs for twenty large questions at once, and room for the tools it runs.
MemoryMax=512M

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
# Not set, because they hide what the agent reports on: PrivateTmp (files in /tmp),
# PrivateDevices (device names of mounts), ProtectProc (processes), ProtectKernelModules
# (/usr/lib/modules), ProtectHostname (a new host name), PrivateNetwork, PrivateUsers.
# MemoryDenyWriteExecute is not possible: V8 compiles JavaScript and WebAssembly to machine code.

[Install]
WantedBy=multi-user.target
`;
}

const ownFolder = `StateDirectory=${folder}
StateDirectoryMode=0700
Environment=SERVICE_CACHE_DIR=%S/${folder}`;

const rootCapabilities = `# Read every file, inspect every process, list firewall rules; no other root privilege.
CapabilityBoundingSet=CAP_DAC_READ_SEARCH CAP_SYS_PTRACE CAP_NET_ADMIN CAP_NET_RAW`;

/** Quotes an argument (systemd.syntax(7)): escapes quotes and backslashes, and `%`, which starts a specifier. */
function quote(arg: string): string {
  return `"${arg.replace(/["\\]/g, "\\$&").replaceAll("%", "%%")}"`;
}
