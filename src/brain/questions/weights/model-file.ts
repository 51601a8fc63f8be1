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
  lengths: number[];
}

const newest = 1;
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
  let sum = 0;
  return gaps.map((gap) => {
    sum += gap;
    return sum;
  });
}

/** The choice weights that are not 0, as places (differences of) and values. */
function sparse(values: Int8Array): { gaps: Uint32Array; kept: Int8Array } {
  const places: number[] = [];
  values.forEach((value, place) => {
    if (value !== 0) places.push(place);
  });
  return {
    gaps: gapsOf(Uint32Array.from(places)),
    kept: Int8Array.from(places, (place) => values[place] as number),
  };
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
    planes(gapsOf(subjects.starts)),
    subjects.subjects,
    subjects.values,
    planes(gaps),
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
    lengths: [choices.values.length, ...arrays.map(({ byteLength }) => byteLength)],
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
  const [size = 0, ...lengths] = header.lengths;
  let at = textEnd;
  const parts = lengths.map((length) => {
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
  return {
    subjects: {
      ids: header.ids,
      features,
      rowOf: rowFinder(features),
      starts: fromGaps(fromPlanes(part(1))),
      subjects: part(2),
      values: signed(3),
      scale: header.subjectScale,
    },
    choices: {
      values: dense(size, fromGaps(fromPlanes(part(4))), signed(5)),
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

function dense(size: number, places: Uint32Array, kept: Int8Array): Int8Array {
  const values = new Int8Array(size);
  places.forEach((place, at) => {
    values[place] = kept[at] as number;
  });
  return values;
}
