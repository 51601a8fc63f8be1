import { checkSpec } from "./check-spec.ts";
import { escapeXml } from "./escape-xml.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";

const label = "inquest.agent";
/** Where the agent's own log goes; newsyslog rotates nothing of ours by itself. */
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
      // A daemon that is loaded already keeps the definition it was loaded with.
      { ...launchctl("bootout", `system/${label}`), mayFail: true },
      launchctl("enable", `system/${label}`),
      launchctl("bootstrap", "system", path),
    ],
    stop: [{ ...launchctl("bootout", `system/${label}`), mayFail: true }],
    afterRemoval: [],
    status: `launchctl print system/${label}; ${logPath}`,
    notes: [
      "macOS shows a daemon the folders of its users only with Full Disk Access (System Settings, Privacy & Security).",
      ...(isRoot
        ? []
        : [`As ${user} the agent can't see what only root may; investigations tell it as gaps.`]),
    ],
  };
}

const launchctl = (...args: string[]) => ({ tool: "/bin/launchctl", args });

export function launchdPlist({ program, configPath, cacheDir, user }: ServiceSpec): string {
  const words = [...program, "--config", configPath];
  const isRoot = user === null || user === "root";
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${escapeXml(word)}</string>`).join("\n")}
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

/** Root's home is no place for it; a user's own home is. */
const cacheVariable = `  <key>EnvironmentVariables</key>
  <dict>
    <key>SERVICE_CACHE_DIR</key>
    <string>${ownFolder}</string>
  </dict>
`;

const userName = (user: string) => `  <key>UserName</key>
  <string>${escapeXml(user)}</string>
`;
