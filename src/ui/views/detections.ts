import type { Detection } from "../../contract/detection.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { blocks, paragraphs, percent } from "../text/section.ts";
import { paint, paintSeverity, severityPaint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import { wilsonInterval } from "../text/wilson-interval.ts";
import type { View } from "./view.ts";

/** The catalogue, one line per detection. */
export const detectionListView: View<{ detections: Detection[] }> = {
  plain: ({ detections }, style) => {
    const columns = ["id", "severity", "platforms", "title"];
    const rows = detections.map(({ id, severity, platforms, title }) => [
      id,
      severity,
      platforms.join(", "),
      title,
    ]);
    const paints = { severity: severityPaint };
    return renderTable({ columns, rows, whole: ["id"], paints }, style);
  },
};

/** One detection. */
export const detectionView: View<Detection> = {
  plain: (detection, style) =>
    blocks(
      [
        paint(style, "bold", escapeControl(detection.title)),
        `${paintSeverity(style, detection.severity)}  ${escapeControl(detection.id)}`,
      ],
      paragraphs(detection.description, style),
      [
        `Platforms: ${escapeControl(detection.platforms.join(", "))}`,
        `Tables: ${escapeControl(detection.tables.join(", "))}`,
        ...(detection.attack.length > 0
          ? [`ATT&CK: ${escapeControl(detection.attack.join(", "))}`]
          : []),
        confidenceLine(detection),
      ],
    ),
};

function confidenceLine({ calibration }: Detection): string {
  const { confidence, true_positives, false_positives } = calibration;
  if (true_positives + false_positives === 0)
    return `Confidence: ${percent(confidence)} (no labelled cases yet: the average of the catalogue)`;
  const { from, to } = wilsonInterval(true_positives, true_positives + false_positives);
  const cases = `${true_positives} right and ${false_positives} wrong in labelled cases`;
  const interval = `95% interval ${percent(from)} to ${percent(to)}`;
  return `Confidence: ${percent(confidence)} (${cases}; ${interval})`;
}
