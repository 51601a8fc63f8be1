import { Box } from "ink";
import { escapeControl } from "../../../core/escape-control.ts";
import type { Style } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import { layOutTable } from "../../text/table-layout.ts";
import { panelTable } from "../../top/panel.ts";
import { Line, Painted } from "../kit/Line.tsx";
import { Lines } from "../kit/Lines.tsx";
import { markerWidth, Table } from "../kit/Table.tsx";
import { hasHeadings, type PlacedPanel, rowsIn } from "./panel-layout.ts";

interface PanelProps {
  place: PlacedPanel;
  style: Style;
}

/** A panel's title and as many rows as fit, the selected one among them. */
export function Panel({ place, style }: PanelProps) {
  const { panel, lines } = place;
  return (
    <Box flexDirection="column" flexShrink={0} height={lines} overflow="hidden">
      <Title place={place} />
      {panel.ids.length === 0 ? (
        <Box paddingLeft={markerWidth}>
          <Line paints={["dim"]}>{escapeControl(panel.none)}</Line>
        </Box>
      ) : (
        <Rows place={place} style={style} />
      )}
    </Box>
  );
}

function Title({ place: { panel, number, focused } }: { place: PlacedPanel }) {
  return (
    <Box>
      <Box flexShrink={0}>
        <Painted paints={focused ? ["bold", "cyan"] : ["bold"]}>
          {`${focused ? "▸" : " "}${number} ${panel.title}  `}
        </Painted>
      </Box>
      <Line>{panel.sums}</Line>
    </Box>
  );
}

function Rows({ place: { panel, focused, selected, lines }, style }: PanelProps) {
  const room = rowsIn(lines);
  if (room === 0) return null;
  const first = Math.min(selected - Math.floor(room / 2), panel.ids.length - room);
  const from = Math.max(0, first);
  const data = panelTable(panel, { from, to: from + room });
  const tableStyle = {
    ...style,
    width: style.width - markerWidth,
    colour: false,
    columns: undefined,
  };
  const layout = layOutTable(data, tableStyle);
  if (!layout) return <Lines lines={renderTable(data, tableStyle).slice(0, lines - 1)} />;
  return (
    <Table
      columns={layout}
      from={0}
      to={data.rows.length}
      heading={hasHeadings(lines)}
      selected={focused ? selected - from : -1}
    />
  );
}
