import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { FixedConditions, ReaderModel, ReadingWeights } from "./model.ts";
import { rowFinder } from "./subject-weights.ts";

/** What of a model is text; the arrays follow it in the order of `lengths`. */
interface Header {
  ids: string[];
  subjectScale: number;
  choiceScale: number;
  fixed: FixedConditions;
  readings: ReadingWeights;
  /** Words by how often they came. */
  words: Record<number, string>;
  choiceCount: number;
  lengths: number[];
}

const newest = 3;
const magic = "inquest reader";

const bytesOf = (array: ArrayBufferView) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

/** Frequencies beyond this are all alike to the reader. */
const mostUses = 64;

function wordsByCount(words: ReadonlyMap<string, number>): Record<number, string> {
  const groups = new Map<number, string[]>();
  for (const [word, count] of words) {
    if (count < 2) continue;
    const key = Math.min(mostUses, count);
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => a - b).map(([count, list]) => [count, list.sort().join(" ")]),
  );
}

/** Ascending numbers as their differences, which are small. */
const gapsOf = (numbers: Uint32Array): Uint32Array =>
  numbers.map((number, at) => number - (numbers[at - 1] ?? 0));

function fromGaps(gaps: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(gaps.length);
  let sum = 0;
  for (let at = 0; at < gaps.length; at += 1) {
    sum += gaps[at] as number;
    numbers[at] = sum;
  }
  return numbers;
}

/** The lengths of rows; each is at most the number of subjects, which is below 256. */
const lengthsOf = (starts: Uint32Array): Uint8Array =>
  Uint8Array.from(starts.subarray(1), (end, at) => end - (starts[at] as number));

const startsOf = (lengths: Uint8Array): Uint32Array => fromGaps(Uint32Array.from([0, ...lengths]));

/** The subjects of each row, which ascend, as differences. */
function rowGapsOf(subjects: Uint8Array, starts: Uint32Array): Uint8Array {
  const gaps = subjects.map((subject, at) => subject - (subjects[at - 1] ?? 0));
  for (const start of starts) {
    if (start < subjects.length) gaps[start] = subjects[start] as number;
  }
  return gaps;
}

function fromRowGaps(gaps: Uint8Array, starts: Uint32Array): Uint8Array {
  const subjects = new Uint8Array(gaps.length);
  for (let row = 1; row < starts.length; row += 1) {
    let subject = 0;
    for (let at = starts[row - 1] as number; at < (starts[row] as number); at += 1) {
      subject += gaps[at] as number;
      subjects[at] = subject;
    }
  }
  return subjects;
}

/** The longest gap that a byte says; the byte then stands for that many zeros. */
const longestGap = 255;

/** The values that are not 0, each with the number of zeros before it. */
function sparse(values: Int8Array): { gaps: Uint8Array; kept: Int8Array } {
  const gaps: number[] = [];
  let gap = 0;
  for (const value of values) {
    if (value === 0) {
      gap += 1;
      if (gap < longestGap) continue;
    }
    gaps.push(gap);
    gap = 0;
  }
  return { gaps: Uint8Array.from(gaps), kept: values.filter((value) => value !== 0) };
}

function dense(size: number, gaps: Uint8Array, kept: Int8Array): Int8Array {
  const values = new Int8Array(size);
  let place = 0;
  let next = 0;
  for (let at = 0; at < gaps.length; at += 1) {
    const gap = gaps[at] as number;
    place += gap;
    if (gap === longestGap) continue;
    values[place] = kept[next] as number;
    place += 1;
    next += 1;
  }
  return values;
}

/** Each byte of the numbers together: they compress better so. */
function planes(numbers: Uint32Array): Uint8Array {
  const result = new Uint8Array(numbers.length * 4);
  for (let plane = 0; plane < 4; plane += 1) {
    for (let at = 0; at < numbers.length; at += 1) {
      result[plane * numbers.length + at] = ((numbers[at] as number) >>> (8 * plane)) & 0xff;
    }
  }
  return result;
}

function fromPlanes(bytes: Uint8Array): Uint32Array {
  const length = bytes.length / 4;
  const result = new Uint32Array(length);
  for (let plane = 0; plane < 4; plane += 1) {
    for (let at = 0; at < length; at += 1) {
      result[at] =
        ((result[at] as number) | ((bytes[plane * length + at] as number) << (8 * plane))) >>> 0;
    }
  }
  return result;
}

/** A model as bytes: a header of JSON and arrays, compressed. The same model gives the same bytes. */
export function encodeModel(model: ReaderModel): Buffer {
  const { subjects, choices } = model;
  const { gaps, kept } = sparse(choices.values as Int8Array);
  const arrays = [
    planes(gapsOf(subjects.features)),
    lengthsOf(subjects.starts),
    rowGapsOf(subjects.subjects, subjects.starts),
    subjects.values,
    gaps,
    kept,
    planes(gapsOf(Uint32Array.from(model.distinctive).sort())),
  ];
  const header: Header = {
    ids: subjects.ids,
    subjectScale: subjects.scale,
    choiceScale: choices.scale,
    fixed: model.fixed,
    readings: model.readings,
    words: wordsByCount(model.words),
    choiceCount: choices.values.length,
    lengths: arrays.map(({ byteLength }) => byteLength),
  };
  const text = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(magic.length + 5);
  start.write(magic, "latin1");
  start.writeUInt8(newest, magic.length);
  start.writeUInt32LE(text.length, magic.length + 1);
  const body = Buffer.concat([start, text, ...arrays.map(bytesOf)]);
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** The model in `bytes`. */
export function decodeModel(bytes: Uint8Array): ReaderModel {
  const body = brotliDecompressSync(bytes);
  if (body.toString("latin1", 0, magic.length) !== magic || body[magic.length] !== newest) {
    throw new Error("not a reader model of this version; run `npm run train`");
  }
  const textStart = magic.length + 5;
  const textEnd = textStart + body.readUInt32LE(magic.length + 1);
  const header = JSON.parse(body.toString("utf8", textStart, textEnd)) as Header;
  let at = textEnd;
  const parts = header.lengths.map((length) => {
    const part = body.subarray(at, at + length);
    at += length;
    return part;
  });
  const part = (index: number) => parts[index] as Uint8Array;
  const signed = (index: number) => {
    const { buffer, byteOffset, byteLength } = part(index);
    return new Int8Array(buffer, byteOffset, byteLength);
  };
  const features = fromGaps(fromPlanes(part(0)));
  const starts = startsOf(part(1));
  return {
    subjects: {
      ids: header.ids,
      features,
      rowOf: rowFinder(features),
      starts,
      subjects: fromRowGaps(part(2), starts),
      values: signed(3),
      scale: header.subjectScale,
    },
    choices: {
      values: dense(header.choiceCount, part(4), signed(5)),
      scale: header.choiceScale,
    },
    fixed: header.fixed,
    readings: header.readings,
    distinctive: new Set(fromGaps(fromPlanes(part(6)))),
    words: new Map(
      Object.entries(header.words).flatMap(([count, words]) =>
        words.split(" ").map((word): [string, number] => [word, Number(count)]),
      ),
    ),
  };
}
