import type { Ranked, Ranker } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import { stemsOf } from "./phrasebook.ts";

/** Something that can be asked about, with the wordings that point to it. */
export interface Subject {
  id: string;
  phrases: string[];
  /** Wordings that only hint. */
  cues: string[];
}

interface Phrase {
  subject: number;
  stems: string[];
  /** It names a class, so only its words in order are it. */
  classed: boolean;
  weight: number;
  /** What of the weight is the stems' rarity. */
  rarity: number;
}

/** What a wording may name instead of a word: `{software}`; null for a token that is just itself. */
export type ClassOf = (token: Token) => string | null;

const cueWeight = 0.5;
/** A phrase counts when at least this share of its weight is in the question. */
const enough = 0.55;
const alone = 0.25;
/** What any name of a class says of the subject. */
const classRarity = 1.8;

/** Words that bind others together and say nothing of the subject by themselves. */
const hollow = new Set(
  "a an the of on in to for with by at is are be and or that which who what any my our it its from as do does has have can there their they you not no this week month many per each every show list me".split(
    " ",
  ),
);

/** "running" and "run" tell subjects apart no better than each other. */
const base = (stem: string) => (stem === "running" ? "run" : stem);

/** Adds to a list that grows in order, so that what is there already is its last. */
function addOnce(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}

const spaced = (stems: string[]) => ` ${stems.join(" ")} `;

/**
 * Ranks subjects by how much of their wordings a question has. Rare stems weigh more
 * (inverse document frequency over the subjects), and a phrase found whole and in order
 * weighs more than its words scattered. A wording with a class in it (`is {software}
 * running`) is found where any token of that class stands.
 */
export function createRanker(subjects: Subject[], classOf: ClassOf): Ranker {
  const phrases: Phrase[] = [];
  const documents = new Map<string, number[]>();
  subjects.forEach((subject, index) => {
    for (const [texts, weight] of [
      [subject.phrases, 1],
      [subject.cues, cueWeight],
    ] as const) {
      for (const wording of texts) {
        const stems = stemsOf(wording).map(base);
        const classed = wording.includes("{");
        phrases.push({ subject: index, stems, classed, weight, rarity: 0 });
        for (const stem of stems) addOnce(documents, stem, index);
      }
    }
  });
  const rarities = new Map<string, number>();
  for (const [stem, { length }] of documents) {
    const common = hollow.has(stem) ? 0.1 : Math.log(1 + subjects.length / length);
    rarities.set(stem, stem.startsWith("{") ? classRarity : common);
  }
  const byStem = new Map<string, number[]>();
  phrases.forEach((phrase, index) => {
    for (const stem of phrase.stems) {
      phrase.rarity += rarities.get(stem) ?? 0;
      if (!hollow.has(stem)) addOnce(byStem, stem, index);
    }
  });
  const positions = new Map(subjects.map(({ id }, at) => [id, at]));
  const index: Index = { subjects, phrases, byStem, rarities, documents, classOf };
  // Several stages ask about one question.
  const known = new WeakMap<Token[], Ranked[]>();
  return {
    stems: new Set(documents.keys()),
    speaksOf: (id, stem) => documents.get(base(stem))?.includes(positions.get(id) ?? -1) ?? false,
    rank(tokens) {
      const ranked = known.get(tokens) ?? rankSubjects(tokens, index);
      known.set(tokens, ranked);
      return ranked;
    },
  };
}

interface Index {
  subjects: Subject[];
  phrases: Phrase[];
  byStem: Map<string, number[]>;
  rarities: Map<string, number>;
  documents: Map<string, number[]>;
  classOf: ClassOf;
}

/** A question as wordings are looked for in it. */
interface Asked {
  present: Set<string>;
  /** The stems in order; and again with the classes in place of names, where there are any. */
  texts: string[];
}

function askedOf(tokens: Token[], classOf: ClassOf): Asked {
  const stems = tokens.map(({ stem }) => base(stem));
  const classed = tokens.map((token, at) => classOf(token) ?? stems[at] ?? "");
  const same = classed.every((stem, at) => stem === stems[at]);
  return {
    present: new Set(stems),
    texts: same ? [spaced(stems)] : [spaced(stems), spaced(classed)],
  };
}

function rankSubjects(tokens: Token[], index: Index): Ranked[] {
  const { subjects, phrases, byStem, rarities, documents } = index;
  const asked = askedOf(tokens, index.classOf);
  const best = new Float64Array(subjects.length);
  const second = new Float64Array(subjects.length);
  const single = new Float64Array(subjects.length);
  const whole = new Set<number>();
  const candidates = new Set<number>();
  for (const stem of asked.present) {
    for (const at of byStem.get(stem) ?? []) candidates.add(at);
    if (hollow.has(stem)) continue;
    for (const at of documents.get(stem) ?? []) {
      single[at] = (single[at] ?? 0) + (rarities.get(stem) ?? 0) * alone;
    }
  }
  for (const candidate of candidates) {
    const phrase = phrases[candidate];
    if (!phrase) continue;
    const at = phrase.subject;
    const { score, isWhole } = phraseScore(phrase, asked, rarities);
    if (isWhole && phrase.stems.length > 1) whole.add(at);
    const top = best[at] ?? 0;
    if (score > top) {
      best[at] = score;
      second[at] = top;
    } else if (score > (second[at] ?? 0)) second[at] = score;
  }
  return subjects
    .map(({ id }, at) => ({
      id,
      score: (best[at] ?? 0) + 0.35 * (second[at] ?? 0) + (single[at] ?? 0),
      whole: whole.has(at),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function phraseScore(
  { stems, classed, weight, rarity }: Phrase,
  { present, texts }: Asked,
  rarities: Map<string, number>,
): { score: number; isWhole: boolean } {
  let found = 0;
  for (const stem of stems) if (present.has(stem)) found += rarities.get(stem) ?? 0;
  const share = found / rarity;
  if (classed || share > 0.999) {
    const text = spaced(stems);
    if (texts.some((asked) => asked.includes(text)))
      return { score: weight * rarity, isWhole: true };
  }
  const scattered = !classed && share >= enough;
  return { score: scattered ? weight * share * share * rarity * 0.75 : 0, isWhole: false };
}
