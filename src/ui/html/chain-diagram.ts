import type { Chain } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { type Html, html } from "../../core/html.ts";
import { truncateText } from "../text/text-width.ts";
import { layOut, type PlacedEdge, type PlacedNode } from "./chain-layout.ts";

const width = 416;
const box = { left: 64, width: 344, height: 52 };
const rowHeight = 112;
const margin = 8;
/** Where straight arrows run. */
const shaft = 96;
/** Characters of 14 px and of 12 px monospace that fit beside the edges of a box. */
const labelCells = 38;
const smallCells = 40;

/** A chain as a drawing: boxes below each other and numbered arrows, dashed if unproven. */
export function chainDiagram(chain: Chain, id: string): Html {
  const { nodes, edges } = layOut(chain);
  const height = (nodes.length - 1) * rowHeight + box.height + 2 * margin;
  return html`<svg role="img" aria-labelledby="${id}-title ${id}-description" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="${id}-title">${chain.from.label} → ${chain.to.label}</title>
<desc id="${id}-description">${describeSteps(chain)}</desc>
<defs><marker id="${id}-head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0 10 5 0 10z"/></marker></defs>
${edges.map((edge) => drawEdge(edge, `${id}-head`))}
${nodes.map(drawNode)}
</svg>`;
}

function describeSteps({ steps }: Chain): string {
  const parts = steps.map(
    ({ from, to, edge, confirmed_at }, at) =>
      `${at + 1}. ${from.label} to ${to.label} by ${edge}${confirmed_at ? "" : ", unconfirmed"}.`,
  );
  return parts.join(" ");
}

const topOf = (row: number) => margin + row * rowHeight;

function drawNode({ node, row, isEnd }: PlacedNode): Html {
  const top = topOf(row);
  const left = box.left + 12;
  return html`<g><title>${node.label}</title><rect class="node${isEnd && " end"}" x="${box.left}" y="${top}" width="${box.width}" height="${box.height}" rx="6"/>
<text class="small" x="${left}" y="${top + 19}">${cut(node.type, smallCells)}</text>
<text x="${left}" y="${top + 39}">${cut(node.label, labelCells)}</text></g>
`;
}

function drawEdge(edge: PlacedEdge, head: string): Html {
  const { step, number, fromRow, toRow } = edge;
  const isNext = toRow === fromRow + 1;
  const middle = isNext ? shaft : 28;
  const y = (topOf(fromRow) + topOf(toRow) + box.height) / 2;
  return html`<path class="edge${!step.confirmed_at && " unproven"}" d="${isNext ? straight(edge) : curved(edge)}" marker-end="url(#${head})"/>
<circle class="number" cx="${middle}" cy="${y}" r="11"/><text class="small" x="${middle}" y="${y + 4}" text-anchor="middle">${number}</text>
${isNext && edgeLabel(step, y)}`;
}

function edgeLabel({ edge, agent_id, confirmed_at }: PlacedEdge["step"], y: number): Html {
  const proven = confirmed_at ? "confirmed" : "unconfirmed";
  return html`<text x="${shaft + 20}" y="${y - 3}">${cut(edge, labelCells - 6)}</text>
<text class="small" x="${shaft + 20}" y="${y + 14}">${cut(`${proven} on ${agent_id}`, smallCells)}</text>
`;
}

function straight({ fromRow, toRow }: PlacedEdge): string {
  return `M${shaft} ${topOf(fromRow) + box.height}V${topOf(toRow) - 2}`;
}

/** An arrow back or past other nodes, curved around the left side. */
function curved({ fromRow, toRow }: PlacedEdge): string {
  const [from, to] = [fromRow, toRow].map((row) => topOf(row) + box.height / 2);
  return `M${box.left} ${from}C10 ${from} 10 ${to} ${box.left - 2} ${to}`;
}

function cut(text: string, cells: number): string {
  return truncateText(escapeControl(text), cells);
}
