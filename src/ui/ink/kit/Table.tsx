import { Box, Text } from "ink";
import { type Column, columnGap } from "../../text/table-layout.ts";
import { Painted, usePaints } from "./Line.tsx";

const marker = "› ";
/** Terminal cells that the marker of the selected row takes. */
export const markerWidth = marker.length;

interface TableProps {
  columns: Column[];
  /** The first row to show, and the row after the last one. */
  from: number;
  to: number;
  heading?: boolean;
  /** Leaves room for a marker beside the selected row; -1 when none is selected. */
  selected?: number;
}

/** Rows of a table, a line each, in columns whose widths were laid out before. */
export function Table({ columns, from, to, heading = true, selected }: TableProps) {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return (
    <Box>
      {selected !== undefined && (
        <Box flexDirection="column" flexShrink={0} width={markerWidth}>
          {heading && <Text> </Text>}
          {rows.map((row) => (
            <Painted key={row} paints={["bold"]}>
              {row === selected ? marker : " "}
            </Painted>
          ))}
        </Box>
      )}
      <Box columnGap={columnGap}>
        {columns.map((column) => (
          <TableColumn key={column.name} column={column} rows={rows} heading={heading} />
        ))}
      </Box>
    </Box>
  );
}

interface ColumnProps {
  column: Column;
  rows: number[];
  heading: boolean;
}

function TableColumn({ column, rows, heading }: ColumnProps) {
  const { name, texts, width, align } = column;
  const side = align === "right" ? "flex-end" : "flex-start";
  return (
    <Box flexDirection="column" flexShrink={0} width={width} alignItems={side}>
      {heading && <Cell text={name} paint="dim" />}
      {rows.map((row) => {
        const text = texts[row] ?? "";
        return <Cell key={row} text={text} paint={column.paint?.(text)} />;
      })}
    </Box>
  );
}

function Cell({ text, paint }: { text: string; paint: Parameters<typeof usePaints>[0][number] }) {
  return (
    <Text wrap="truncate-end" {...usePaints([paint])}>
      {text || " "}
    </Text>
  );
}
