const width = 480;
const height = 320;
const margin = 44;

const x = (share: number) => margin + share * (width - 2 * margin);
const y = (share: number) => height - margin - share * (height - 2 * margin);

const tick = (share: number) =>
  `<text x="${x(share)}" y="${height - margin + 18}" text-anchor="middle">${Math.round(share * 100)}%</text>` +
  `<text x="${margin - 8}" y="${y(share) + 4}" text-anchor="end">${Math.round(share * 100)}%</text>` +
  `<path d="M${x(0)} ${y(share)}H${x(1)}" stroke="#8884"/>`;

/** A square plot of shares against shares. */
function plot(marks: string, [across, up]: [string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#888">
<title>${up} by ${across}</title>
${[0, 0.25, 0.5, 0.75, 1].map(tick).join("\n")}
${marks}
<text x="${width / 2}" y="${height - 6}" text-anchor="middle">${across}</text>
<text x="14" y="${height / 2}" text-anchor="middle" transform="rotate(-90 14 ${height / 2})">${up}</text>
</svg>
`;
}

const bins = 10;

interface Judged {
  kind: string;
  score: number;
  reading: { behaviour?: string | null; confidence?: number | null };
}

/** The share of right readings by confidence; the larger the dot, the more readings. */
export function calibrationPlot(results: Judged[]): string {
  const answered = results.filter(
    ({ kind, reading }) => kind !== "refuse" && reading.behaviour === "answer",
  );
  const dots = Array.from({ length: bins }, (_, bin) => {
    const own = answered.filter(
      ({ reading }) => Math.min(bins - 1, Math.floor((reading.confidence ?? 0) * bins)) === bin,
    );
    if (own.length === 0) return "";
    const sure = own.reduce((sum, { reading }) => sum + (reading.confidence ?? 0), 0) / own.length;
    const right = own.filter(({ score }) => score >= 0.85).length / own.length;
    const size = 2 + 12 * Math.sqrt(own.length / answered.length);
    return `<circle cx="${x(sure).toFixed(1)}" cy="${y(right).toFixed(1)}" r="${size.toFixed(1)}" fill="#48c"/>`;
  });
  const ideal = `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4 4"/>`;
  return plot([ideal, ...dots].join("\n"), ["confidence", "right"]);
}

/** The mean score by the share of the lessons that was learned from. */
export function curvePlot(points: { share: number; score: number }[]): string {
  const line = points.map(({ share, score }) => `${x(share).toFixed(1)} ${y(score).toFixed(1)}`);
  const dots = points.map(
    ({ share, score }) =>
      `<circle cx="${x(share).toFixed(1)}" cy="${y(score).toFixed(1)}" r="4" fill="#48c"/>`,
  );
  return plot([`<path d="M${line.join("L")}" fill="none" stroke="#48c"/>`, ...dots].join("\n"), [
    "share of the lessons",
    "macro mean",
  ]);
}
