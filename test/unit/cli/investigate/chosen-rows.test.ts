import { expect, test } from "vitest";
import type { Format } from "../../../../src/cli/flags/common-flags.ts";
import { chooseRows, withChosenRows } from "../../../../src/cli/investigate/chosen-rows.ts";
import { clientOver, json } from "../../client/client-over.ts";
import { investigation } from "../../ui/investigation-fixture.ts";

const columns = ["n"];
const withAnswer = (rows: number[][], row_count: number) => ({
  ...investigation,
  summary: {
    ...investigation.summary!,
    answer: { columns, rows, row_count, truncated: rows.length < row_count },
  },
});
const short = withAnswer([[2], [1]], 4);

const page = (data: number[][], next_cursor: string | null, over = {}) =>
  json(200, {
    ...{ columns, data, row_count: 4, truncated: false, has_more: next_cursor !== null },
    ...{ next_cursor, ...over },
  });

/** The rows that these flags choose of an answer with two of four rows, and the requests for the others. */
async function chosen(
  flags: { rows?: "all"; sort?: string },
  format: Format,
  pages: Parameters<typeof clientOver>[0] = [page([[2], [1], [4]], "Mw"), page([[3]], null)],
) {
  const { client, sent } = clientOver(pages);
  const choice = chooseRows(flags, { format, columns: undefined });
  const { investigation: whole, notes } = await withChosenRows(client, short, choice);
  return { rows: whole.summary?.answer?.rows, notes, paths: sent.map(({ url }) => url) };
}

test("--rows all and CSV fetch every page of rows", async () => {
  for (const [flags, format] of [
    [{ rows: "all" as const }, "json"],
    [{}, "csv"],
  ] as const) {
    const { rows, notes, paths } = await chosen(flags, format);
    expect(rows).toEqual([[2], [1], [4], [3]]);
    expect(notes).toEqual([]);
    const url = "http://service.test/v1/investigations/inv_1/rows?limit=200";
    expect(paths).toEqual([url, `${url}&cursor=Mw`]);
  }
});

test("a sorted answer is sorted over all rows, not over those it holds", async () => {
  expect((await chosen({ sort: "n" }, "text")).rows).toEqual([[1], [2], [3], [4]]);
});

test("compared hosts with the same rows are one row, those that differ first", async () => {
  const versions = [
    ["web-1", "openssl", "3.0.15"],
    ["web-2", "openssl", "3.0.15"],
    ["db-1", "openssl", "3.0.11"],
  ];
  const answer = {
    columns: ["host", "name", "version"],
    rows: versions,
    row_count: 3,
    truncated: false,
  };
  const whole = { ...investigation, summary: { ...investigation.summary!, answer } };
  const { client } = clientOver([]);
  const compared = async (columns?: string[]) => {
    const choice = chooseRows({ compare: true }, { format: "text", columns });
    return (await withChosenRows(client, whole, choice)).investigation.summary?.answer;
  };
  expect(await compared()).toEqual({
    columns: ["name", "version", "hosts", "on"],
    rows: [
      ["openssl", "3.0.11", 1, "db-1"],
      ["openssl", "3.0.15", 2, "web-1, web-2"],
    ],
    row_count: 2,
    truncated: false,
  });
  expect((await compared(["name"]))?.rows).toEqual([["openssl", 3, "db-1, web-1, web-2"]]);
  expect(() => chooseRows({ compare: true }, { format: "json", columns: undefined })).toThrow(
    "--compare can't be used with json.",
  );
  const choice = chooseRows({ compare: true }, { format: "text", columns: undefined });
  await expect(withChosenRows(client, withAnswer([[1]], 1), choice)).rejects.toThrow("one host");
});

test("without them the answer stays as it is, and nothing is fetched", async () => {
  expect(await chosen({}, "text", [])).toEqual({ rows: [[2], [1]], notes: [], paths: [] });
});

test("rows that are not stored are reported", async () => {
  const cut = [page([[2], [1], [4]], null, { truncated: true })];
  expect((await chosen({ rows: "all" }, "text", cut)).notes).toEqual([
    "Only 3 of 4 rows are stored; narrow the question to see the others.",
  ]);
});

test("an investigation without an answer is reported to who asks for its rows", async () => {
  const { client } = clientOver([]);
  const running = { ...investigation, status: "running" as const, summary: null };
  const choice = chooseRows({ rows: "all" }, { format: "text", columns: undefined });
  expect((await withChosenRows(client, running, choice)).notes).toEqual([
    "This investigation has no answer with rows (status: running).",
  ]);
  const checked = { ...running, status: "completed" as const };
  expect((await withChosenRows(client, checked, choice)).notes).toEqual([
    "The answer is no list of rows; --format json has its findings and checks.",
  ]);
});

test("--sort is refused where the output is the server's own data", () => {
  for (const format of ["json", "ndjson", "sarif"] as const)
    expect(() => chooseRows({ sort: "n" }, { format, columns: undefined })).toThrow(
      `--sort can't be used with ${format}.`,
    );
});
