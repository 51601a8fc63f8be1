import type { PinningAgents, PlanKeyReport } from "../../contract/plan-key.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { blocks, count } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { wrapText } from "../text/text-width.ts";
import type { Style, View } from "./view.ts";

/** The plan key, and which agents pin it and the ones before. */
export const planKeyView: View<PlanKeyReport> = {
  plain: (report, style) => {
    const { pinned_by, previous } = report;
    const pinned = pinned_by.count > 0 ? `Pinned by ${named(pinned_by)}.` : "No agent pins it.";
    return blocks(
      [...keyLines(report, style), ...wrapText(pinned, style.width)],
      previous.flatMap((key) => previousLines(key, style)),
      strandedLines(report, style),
    );
  },
};

/** A newly rotated key, and the next steps. */
export const rotatedPlanKeyView: View<PlanKeyReport> = {
  plain: (report, style) => {
    const { previous, stranded } = report;
    const waiting = stranded.count + previous.reduce((sum, key) => sum + key.pinned_by.count, 0);
    return blocks(
      ["The plan key is replaced.", ...keyLines(report, style)],
      previous.length > 0
        ? previous.flatMap((key) => previousLines(key, style))
        : ["The previous key no longer signs plans."],
      strandedLines(report, style),
      wrapText(waiting > 0 ? toDo : "No agent needs the new key.", style.width),
    );
  },
};

const toDo =
  "Give these agents the new key: save what `curl <server>/v1/plan-key` prints, or the public key alone, where their verify_key_path points, and restart them.";

function keyLines({ fingerprint, key_id, public_key }: PlanKeyReport, style: Style): string[] {
  return [
    `${paint(style, "bold", escapeControl(fingerprint))} (key id ${escapeControl(key_id)})`,
    `Public key: ${escapeControl(public_key)}`,
  ];
}

function previousLines(
  { key_id, expires_at, pinned_by }: PlanKeyReport["previous"][number],
  style: Style,
): string[] {
  const what = `The key ${escapeControl(key_id)} keeps signing until ${escapeControl(expires_at)}`;
  const who =
    pinned_by.count > 0
      ? ` for ${named(pinned_by)} that ${pinned_by.count === 1 ? "pins" : "pin"} it.`
      : "; no agent pins it.";
  return wrapText(what + who, style.width);
}

function strandedLines({ stranded }: PlanKeyReport, style: Style): string[] {
  if (stranded.count === 0) return [];
  const [pins, refuses] = stranded.count === 1 ? ["pins", "rejects"] : ["pin", "reject"];
  const text = `${named(stranded)} ${pins} a key that no longer signs plans and ${refuses} every plan.`;
  return wrapText(text, style.width).map((line) => paint(style, "red", line));
}

/** `3 agents (a, b, c)`. */
function named({ count: amount, agent_ids }: PinningAgents): string {
  const more = amount - agent_ids.length;
  const names = [...agent_ids.map(escapeControl), ...(more > 0 ? [`and ${more} more`] : [])];
  return `${count(amount, "agent")} (${names.join(", ")})`;
}
