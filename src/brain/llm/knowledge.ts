import type { Tags } from "../../contract/common.ts";
import type { Lexicon } from "../questions/model/reader.ts";
import type { Kind, Topic } from "../questions/model/types.ts";

/** The kinds of data and the detections that a reading can name, by id. */
export interface Knowledge {
  kinds: ReadonlyMap<string, Kind>;
  topics: ReadonlyMap<string, Topic>;
}

/** The estate that a question is about. */
export interface Estate {
  hosts: string[];
  /** One object per host. */
  tags: Tags[];
}

/** What the lexicon describes, of the detections only those in the catalogue. */
export function knowledgeOf({ kinds, topics }: Lexicon, detections: Iterable<string>): Knowledge {
  const known = new Set(detections);
  return {
    kinds: new Map(kinds.map((kind) => [kind.id, kind])),
    topics: new Map(topics.filter(({ id }) => known.has(id)).map((topic) => [topic.id, topic])),
  };
}
