import fc from "fast-check";
import { expect, test } from "vitest";
import { renderTable } from "../../../../src/ui/text/table.ts";
import { textWidth } from "../../../../src/ui/text/text-width.ts";

const style = (width: number, columns?: string[]) => ({
  width,
  maxRows: 30,
  colour: false,
  nowMs: 0,
  columns,
});
const data = {
  columns: ["port", "name", "path"],
  rows: [
    [22, "sshd", "/usr/sbin/sshd"],
    [8080, "漢字サーバー", null],
  ],
};

test("numbers stand on the right, wide characters keep the columns straight", () => {
  expect(renderTable(data, style(80))).toEqual([
    "port  name          path",
    "  22  sshd          /usr/sbin/sshd",
    "8080  漢字サーバー",
  ]);
});

test("the widest columns are cut first", () => {
  expect(renderTable(data, style(26))).toEqual([
    "port  name       path",
    "  22  sshd       /usr/sbi…",
    "8080  漢字サー…",
  ]);
});

test("columns that became equally wide give in turns", () => {
  const table = { columns: ["url", "events"], rows: [["u".repeat(30), "e".repeat(40)]] };
  const widths = renderTable(table, style(42))[1]!.split("  ").map(textWidth);
  expect(widths).toEqual([20, 20]);
});

test("a column that is of no use when cut stays whole, and the others give", () => {
  const table = {
    columns: ["id", "question"],
    rows: [["inv_01m7xpdn5t5dj6zce891r9r26a", "who can log in as root?"]],
    whole: ["id"],
  };
  expect(renderTable(table, style(42))[1]).toBe("inv_01m7xpdn5t5dj6zce891r9r26a  who can l…");
  expect(renderTable(table, style(38))[0]).toBe("id        inv_01m7xpdn5t5dj6zce891r9r…");
});

test("spare columns go, the last first, before the others are cut, and come when they are asked for", () => {
  const table = {
    columns: ["id", "event", "url", "tries"],
    rows: [["dlv_1", "finding.discovered", `https://hooks.test/${"a".repeat(40)}`, 5]],
    spare: ["url", "tries"],
  };
  const heads = (width: number, columns?: string[]) =>
    renderTable(table, style(width, columns))[0]!.split(/ +/);
  expect(heads(200)).toEqual(["id", "event", "url", "tries"]);
  expect(heads(58)).toEqual(["id", "event", "url", "tries"]);
  expect(heads(57)).toEqual(["id", "event", "url"]);
  expect(heads(50)).toEqual(["id", "event"]);
  expect(heads(30, ["tries", "id"])).toEqual(["tries", "id"]);
});

test("a table that can't fit is shown as records", () => {
  expect(renderTable(data, style(16))).toEqual([
    "port  22",
    "name  sshd",
    "path  /usr/sbin…",
    "",
    "port  8080",
    "name  漢字サー…",
    "path",
  ]);
});

test("chosen columns are shown in the order they were asked for", () => {
  expect(renderTable(data, style(80, ["name", "port", "absent"]))[1]).toBe("sshd            22");
});

test("columns that the table doesn't have are told", () => {
  const hints: string[] = [];
  const hint = (sentence: string) => void hints.push(sentence);
  renderTable(data, { ...style(80, ["nam\u001b", "port", "absent"]), hint });
  renderTable(data, { ...style(80, ["port"]), hint });
  expect(hints).toEqual(["There is no column nam\\x1b, absent here. Columns: port, name, path."]);
});

test("a cell is coloured without its padding", () => {
  const table = {
    columns: ["severity", "n"],
    rows: [
      ["high", 1],
      ["", 2],
    ],
    paints: { severity: () => "red" as const },
  };
  const lines = renderTable(table, { ...style(80), colour: true });
  expect(lines.slice(1)).toEqual(["\u001b[31mhigh\u001b[39m      1", "          2"]);
});

test("control characters of a cell are shown as escapes", () => {
  const lines = renderTable({ columns: ["name"], rows: [["a\u001b[31mb\nc\u202e"]] }, style(80));
  expect(lines[1]).toBe("a\\x1b[31mb\\nc\\u202e");
});

test("no line is wider than the terminal, whatever the cells are", () => {
  const cell = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.constant(null));
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 10, max: 60 }), (rows, width) => {
      const lines = renderTable({ columns: ["a", "b", "c"], rows }, style(width));
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test("a table may be longer than a call may have arguments", () => {
  const rows = Array.from({ length: 150_000 }, (_, at) => [at]);
  const lines = renderTable({ columns: ["n"], rows }, style(80));
  expect(lines).toHaveLength(150_001);
  expect(lines.at(-1)).toBe("149999");
});

test("a host's name for itself is left out where it is the same on every row", () => {
  const columns = ["host", "hostname", "days"];
  const named = (...names: string[]) => {
    const rows = names.map((name, at) => [`host-${at}`, name, at]);
    return renderTable({ columns, rows, skipsEmpty: true }, style(80))[0];
  };
  expect(named("host-0", "host-1")).toBe("host    days");
  expect(named("host-0", "renamed")).toMatch(/^host +hostname +days$/);
});
