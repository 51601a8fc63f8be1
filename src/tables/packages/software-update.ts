import { TableUnavailable } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { readPlistDict } from "../host/read-plist.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { dictsOf, type PlistDict, textAt } from "../parsers/plist/values.ts";

const domain = "com.apple.SoftwareUpdate.plist";
/** What a profile of device management sets wins over the machine's own settings. */
const managedFile = `/Library/Managed Preferences/${domain}`;
const ownFile = `/Library/Preferences/${domain}`;

/** Our columns, and Apple's keys for them. */
const keys = {
  automatic_check: "AutomaticCheckEnabled",
  automatic_download: "AutomaticDownload",
  install_macos: "AutomaticallyInstallMacOSUpdates",
  install_data: "ConfigDataInstall",
  install_security: "CriticalUpdateInstall",
};

/** The settings of macOS' updates and what it offered at its last check; NULL where not set. */
export const softwareUpdate: CollectedTable = {
  name: "software_update",
  description: "Automatic updates of macOS: what is switched on, the last check and what it found.",
  platforms: ["darwin"],
  columns: {
    automatic_check: "INTEGER",
    automatic_download: "INTEGER",
    install_macos: "INTEGER",
    install_data: "INTEGER",
    install_security: "INTEGER",
    last_check: "BIGINT",
    waiting: "TEXT",
  },
  collect: collectSoftwareUpdate,
};

const staleSeconds = 30 * 86_400;

function collectSoftwareUpdate(host: Host): Collected {
  const read = gapReader(host);
  const own = readPlistDict(read, ownFile);
  if (!own && read.gaps.length === 0)
    throw new TableUnavailable("table_missing", `${ownFile} is not there`);
  const managed = readPlistDict(read, managedFile);
  const flags = Object.entries(keys).map(([column, key]) => [
    column,
    flagAt(managed, key) ?? flagAt(own, key),
  ]);
  const last_check = own ? secondsAt(own, "LastSuccessfulDate") : null;
  reportStale(read, last_check);
  const waiting = dictsOf(own?.get("RecommendedUpdates")).flatMap(
    (update) => textAt(update, "Display Name") ?? textAt(update, "Identifier") ?? [],
  );
  const row = { ...Object.fromEntries(flags), last_check, waiting: waiting.join(", ") };
  return { rows: own ? [row] : [], gaps: read.gaps };
}

/** What an old check found doesn't show that nothing waits now. */
function reportStale(read: GapReader, lastCheck: number | null): void {
  const age = Math.floor(read.host.now() / 1000) - (lastCheck ?? 0);
  if (age <= staleSeconds) return;
  const when = lastCheck === null ? "at no known time" : `${Math.floor(age / 86_400)} days ago`;
  read.forColumns(["waiting"]).report({
    reason: "error",
    detail: `macOS last looked for updates ${when}`,
  });
}

function flagAt(dict: PlistDict | undefined, key: string): number | null {
  const value = dict?.get(key);
  return typeof value === "boolean" || value === 0 || value === 1 ? Number(value) : null;
}

function secondsAt(dict: PlistDict, key: string): number | null {
  const value = dict.get(key);
  return value instanceof Date && Number.isFinite(value.getTime())
    ? Math.floor(value.getTime() / 1000)
    : null;
}
