import { expect, test } from "vitest";
import { answerCsv } from "../../../src/ui/views/investigation/csv.ts";

const ofRows = (rows: (string | number | null)[][]) => ({
  columns: ["host", "count(*), total"],
  rows,
  row_count: rows.length,
  truncated: false,
});

test("rows are lines of CSV under their columns, quoted where RFC 4180 asks for it", () => {
  const rows = [
    ["web-1", 3],
    ['a "quoted", name', null],
  ];
  expect(answerCsv(ofRows(rows))).toBe(
    'host,"count(*), total"\r\nweb-1,3\r\n"a ""quoted"", name",\r\n',
  );
});

test("a row is one line, and a formula is left as the host reported it", () => {
  expect(answerCsv(ofRows([["two\nlines\u001b[2J", "=1+1"]]))).toContain(
    "two\\nlines\\x1b[2J,=1+1\r\n",
  );
});

test("an answer without rows has its columns, no answer nothing", () => {
  expect(answerCsv(ofRows([]))).toBe('host,"count(*), total"\r\n');
  expect(answerCsv(null)).toBe("");
});
