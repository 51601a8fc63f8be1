import type { Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import type { Wording } from "./fixed-condition.ts";

const id = (name: string) => hashText(`absence ${name}`);
const names = {
  bias: id("bias"),
  kind: id("kind"),
  word: id("word"),
  pair: id("pair"),
  gap: id("gap"),
  said: id("said"),
};

/** Who is said to lack something: the nearest word for hosts or people before "without" or its like. */
function saidToLack(vocabulary: Vocabulary, { tokens }: Annotated): string {
  const [lack] = vocabulary.book("lacking").all(tokens);
  for (let at = (lack?.start ?? 0) - 1; at >= 0; at -= 1) {
    const who = vocabulary.book("lackers").at(tokens, at);
    if (who) return who.value;
  }
  return lack ? "something" : "nobody";
}

/** Whether a question asks who has no such row: "hosts without auditd", "users who never logged in". */
export function absenceOptions(
  vocabulary: Vocabulary,
  question: Annotated,
  { wording, kind }: { wording: Wording; kind: Kind },
): Option<Reading["absent"]>[] {
  const [usual] = kind.lackedBy;
  if (!usual) return [{ value: null, features: [] }];
  const words = saidToLack(vocabulary, question);
  const who = kind.lackedBy.find((one) => one === words) ?? usual;
  const kindId = hashText(kind.id);
  const said = hashText(words);
  const features = [
    feature(names.bias, 0),
    feature(names.kind, kindId),
    feature(names.said, said),
    feature(names.said, said, kindId),
  ];
  for (const one of wording.single) {
    features.push(feature(names.word, one), feature(names.word, one, kindId));
  }
  for (const one of wording.pairs) features.push(feature(names.pair, one));
  for (const one of wording.gaps) features.push(feature(names.gap, one));
  return [
    { value: null, features: [] },
    { value: who, features },
  ];
}
