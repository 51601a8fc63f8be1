import type { Posture } from "../../../contract/posture.ts";
import { faultTable, hostTable } from "../../posture/fleet-tables.ts";
import type { Style } from "../../text/style.ts";
import { severityPaint } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";

const shownHosts = 10;
const shownFaults = 10;

export function worstHosts(posture: Posture, style: Style): string[] {
  const { columns, rows } = hostTable(posture);
  return renderTable({ columns, rows: cut(rows, shownHosts, style) }, plain(style));
}

export function frequentFaults(posture: Posture, style: Style): string[] {
  const { columns, rows } = faultTable(posture);
  const paints = { severity: severityPaint };
  return renderTable({ columns, rows: cut(rows, shownFaults, style), paints }, plain(style));
}

const cut = <Row>(rows: Row[], most: number, { full }: Style) =>
  full ? rows : rows.slice(0, most);

/** A choice of columns is about an answer's rows. */
const plain = (style: Style): Style => ({ ...style, columns: undefined });
