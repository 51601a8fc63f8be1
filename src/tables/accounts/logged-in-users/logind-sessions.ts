import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";

const sessionsFolder = "/run/systemd/sessions";

/**
 * Whether logind manages sessions: the folder alone may be left over where systemd is not running
 * (sd_booted(3)).
 */
export const hasLogind = (host: Host) =>
  host.exists("/run/systemd/system") && host.exists(sessionsFolder);

/** Login sessions from systemd-logind, with the columns of logged_in_users. */
export function readLogindSessions(read: GapReader) {
  return read
    .list(sessionsFolder)
    .filter((name) => !name.endsWith(".ref")) // a FIFO that holds the session open
    .flatMap((name) => parseSession(read.text(`${sessionsFolder}/${name}`) ?? ""));
}

/** KEY=value lines; sessions of services and user managers are not logins. */
function parseSession(text: string) {
  const fields = new Map(
    text.split("\n").map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  if (!fields.get("USER") || !/^user(-|$)/.test(fields.get("CLASS") ?? "")) return [];
  return [
    {
      type: "user",
      user: fields.get("USER") ?? "",
      tty: fields.get("TTY") ?? "",
      host: fields.get("REMOTE_HOST") ?? "",
      time: Math.floor(Number(fields.get("REALTIME") ?? 0) / 1e6), // microseconds
      pid: Number(fields.get("LEADER") ?? 0),
    },
  ];
}
