import { escapeControl } from "../../../core/escape-control.ts";
import { blocks, count } from "../../text/section.ts";
import { paint } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import type { Style, View } from "../view.ts";

export interface ServerStatus {
  url: string;
  /** Null for a server elsewhere. */
  pid: number | null;
  ready: boolean;
  agents: { connected: number; known: number };
  /** Fingerprint of the key that signs plans. */
  plan_key: string;
}

export const serverStatusView: View<ServerStatus> = {
  plain: ({ url, pid, ready, agents, plan_key }) => [
    `${escapeControl(url)}${pid === null ? "" : ` (process ${pid})`} is ${ready ? "ready" : "not ready"}.`,
    `${count(agents.known, "agent")}, ${agents.connected} connected.`,
    `Plan key: ${escapeControl(plan_key)}`,
  ],
};

interface Inspection {
  files: { name: string; bytes: number; records: number }[];
  damage: { file: string; offset: number; what: string }[];
  blobs: { count: number; bytes: number; missing: string[]; orphaned: string[] };
  repaired: { dropped: number; kept_copy: string } | null;
}

const shownMissing = 10;

function blobLines({ count: amount, bytes, missing, orphaned }: Inspection["blobs"], style: Style) {
  const hidden = missing.length - shownMissing;
  return [
    `${count(amount, "blob")} (${count(bytes, "byte")}) with answers, receipts and snapshots.`,
    ...missing
      .slice(0, shownMissing)
      .map((name) =>
        paint(style, "red", escapeControl(`${name} is missing but a record refers to it`)),
      ),
    ...(hidden > 0 ? [`… ${count(hidden, "more missing blob")}`] : []),
    ...(orphaned.length > 0
      ? [`${orphaned.length} of them are left over from a crash and only use disk space.`]
      : []),
  ];
}

/** The damage and what became of it: a repair leaves none to list. */
function damageLines({ damage, repaired }: Inspection, style: Style): string[] {
  if (repaired)
    return [
      `Repaired: ${count(repaired.dropped, "damaged record")} dropped.`,
      `A copy of the original files is in ${escapeControl(repaired.kept_copy)}.`,
    ];
  if (damage.length === 0) return [];
  return [
    ...damage.map(({ file, offset, what }) =>
      paint(style, "red", escapeControl(`${file}, byte ${offset}: ${what}`)),
    ),
    "Repair it with --repair; a copy of the files is kept.",
  ];
}

/** The result of checking or repairing a data folder. */
export const inspectionView: View<Inspection> = {
  plain: (inspection, style) => {
    const { files, damage, blobs } = inspection;
    const rows = files.map(({ name, bytes, records }) => [name, bytes, records]);
    return blocks(
      files.length > 0 ? renderTable({ columns: ["file", "bytes", "records"], rows }, style) : [],
      blobLines(blobs, style),
      damageLines(inspection, style),
      damage.length + blobs.missing.length > 0 ? [] : ["No damage found."],
    );
  },
};

export const backupView: View<{ file: string; bytes: number }> = {
  plain: ({ file, bytes }) => [`Wrote ${escapeControl(file)} (${count(bytes, "byte")}).`],
};

export const restoreView: View<{ records: number }> = {
  plain: ({ records }) => [`Restored ${count(records, "record")}.`],
};
