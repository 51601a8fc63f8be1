import { gapOf } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { parseAssignments } from "../parsers/key-values.ts";

/** The clock's synchronization; null when unknown. */
export interface ClockState {
  synchronised: 0 | 1 | null;
  offset_seconds: number | null;
  ntp_server: string | null;
}

const unknown: ClockState = { synchronised: null, offset_seconds: null, ntp_server: null };

/** From chrony, or else systemd's time service; a gap without either. */
export async function readClockState(read: GapReader): Promise<ClockState> {
  const chrony = await output(read.host, "chronyc", ["-c", "-n", "tracking"]);
  if (chrony) return parseChronyTracking(chrony);
  if (read.host.exists("/run/systemd/system")) {
    const show = await output(read.host, "timedatectl", ["show"]);
    const timesync = (await output(read.host, "timedatectl", ["show-timesync"])) ?? "";
    if (show) return parseTimedatectl(show, timesync);
  }
  read.report({
    reason: "table_missing",
    detail: "clock synchronisation: neither chrony nor systemd's time service answers",
    columns: Object.keys(unknown),
  });
  return unknown;
}

/** A missing or failing tool is not the one that synchronizes the clock. */
async function output(host: Host, tool: string, args: string[]): Promise<string | undefined> {
  try {
    const { stdout, exitCode } = await host.run(tool, args);
    return exitCode === 0 && stdout !== "" ? stdout : undefined;
  } catch (error) {
    if (gapOf(error, tool).reason === "table_missing") return undefined;
    throw error;
  }
}

/** Comma-separated: id, address, stratum, reference time, offset in seconds, …, leap status at the end. */
export function parseChronyTracking(text: string): ClockState {
  const fields = text.trim().split(",");
  const offset = Number(fields[4]);
  return {
    synchronised: /not synchronised/i.test(fields.at(-1) ?? "") || fields[2] === "0" ? 0 : 1,
    offset_seconds: Number.isFinite(offset) ? offset : null,
    ntp_server: fields[1] || null,
  };
}

export function parseTimedatectl(show: string, timesync: string): ClockState {
  const synchronised = parseAssignments(show).get("NTPSynchronized");
  const server = parseAssignments(timesync);
  return {
    synchronised: synchronised === undefined ? null : synchronised === "yes" ? 1 : 0,
    offset_seconds: null,
    ntp_server: server.get("ServerName") || server.get("ServerAddress") || null,
  };
}
