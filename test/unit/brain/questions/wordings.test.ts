import { expect, test } from "vitest";
import { filterOps } from "../../../../src/contract/reading.ts";
import { readWordings } from "../../../../tools/train-reader/lessons.ts";
import { lexicon, loadModel } from "./reader-under-test.ts";

const kinds = new Map(lexicon.kinds.map((kind) => [kind.id, kind]));
const subjects = new Set(loadModel().subjects.ids);
const files = readWordings("data/language/wordings");

/** What is wrong with a line; null when nothing is. */
function faultOf({ q, s, f = [] }: (typeof files)[number]["lines"][number]): string | null {
  if (q.trim() === "" && s !== "r:nonsense_or_empty") return "no question";
  if (!subjects.has(s)) return `no subject: ${s}`;
  const kind = kinds.get(s.slice(2));
  const strange = f.find(
    ([field, op]) =>
      !filterOps.includes(op) ||
      !(
        field === "count" ||
        field === "host" ||
        field.includes(".") ||
        field in (kind?.fields ?? {})
      ),
  );
  return strange ? `no condition of ${s}: ${strange.join(" ")}` : null;
}

test.each(files)("the labels of $name are of the vocabulary", ({ lines }) => {
  const faults = lines.flatMap((line) => {
    const fault = faultOf(line);
    return fault ? [`${line.q}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});
