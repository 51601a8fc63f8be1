import { checkSpec } from "./check-spec.ts";
import { escapeXml } from "./escape-xml.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";

const label = "inquest.agent";
/** The agent's log file; newsyslog does not rotate it without a configuration. */
const logPath = "/var/log/inquest-agent.log";
const ownFolder = "/var/db/inquest-agent";

/** The agent as a launchd daemon. */
export function launchdService(spec: ServiceSpec): ServiceDefinition {
  const { user } = checkSpec(spec, "unix");
  const path = `/Library/LaunchDaemons/${label}.plist`;
  const isRoot = user === null || user === "root";
  return {
    path,
    text: launchdPlist(spec),
    encoding: "utf8",
    start: [
      // A loaded daemon keeps its old definition.
      { ...launchctl("bootout", `system/${label}`), mayFail: true },
      launchctl("enable", `system/${label}`),
      launchctl("bootstrap", "system", path),
    ],
    stop: [{ ...launchctl("bootout", `system/${label}`), mayFail: true }],
    afterRemoval: [],
    status: `launchctl print system/${label}; ${logPath}`,
    notes: [
      "On macOS a daemon can read users' folders only with Full Disk Access (System Settings, Privacy & Security).",
      ...(isRoot
        ? []
        : [
            `As ${user} the agent can't read what only root may; investigations report it as gaps.`,
          ]),
    ],
  };
}

const launchctl = (...args: string[]) => ({ tool: "/bin/launchctl", args });

export function launchdPlist({ program, configPath, cacheDir, user }: ServiceSpec): string {
  const args = [...program, "--config", configPath];
  const isRoot = user === null || user === "root";
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${args.map((arg) => `    <string>${escapeXml(arg)}</string>`).join("\n")}
  </array>
${cacheDir === null && isRoot ? cacheVariable : ""}${user === null ? "" : userName(user)}  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>${logPath}</string>
  <key>StandardErrorPath</key>
  <string>${logPath}</string>
</dict>
</plist>
`;
}

/** Only for root, whose home is not the place for a cache; another user has it in the home. */
const cacheVariable = `  <key>EnvironmentVariables</key>
  <dict>
    <key>SERVICE_CACHE_DIR</key>
    <string>${ownFolder}</string>
  </dict>
`;

const userName = (user: string) => `  <key>UserName</key>
  <string>${escapeXml(user)}</string>
`;
