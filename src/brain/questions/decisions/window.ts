import type { Annotated } from "../annotate/annotate.ts";
import type { TimeMention } from "../annotate/find-times.ts";
import type { Kind, Span } from "../model/types.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { negationBefore, wordAt } from "./around.ts";

const id = (name: string) => hashText(`window ${name}`);
const names = {
  bias: id("bias"),
  kind: id("kind"),
  before: id("before"),
  two: id("two before"),
  after: id("after"),
  word: id("word"),
  said: id("said"),
  not: id("not"),
  subject: id("subject"),
};

/** Whether a stretch of time restricts the rows, and on which side of now: `30d`, `>30d`, `+30d`. */
export function windowOptions(
  question: Annotated,
  { start, end, value }: Span<TimeMention>,
  { kind, subject }: { kind: Kind | null; subject: string },
): Option<string | null>[] {
  const timed = hashText(
    `${kind?.timeField ? 1 : 0}${kind?.ahead ? 1 : 0}${kind?.takes.days ? 1 : 0}${kind ? 1 : 0}`,
  );
  const about = hashText(subject);
  const signs = value.isLength ? ["", ">", "+"] : [""];
  const denied = negationBefore(question, question.tokens.length) > 0 ? 1 : 0;
  const option = (sign: string | null): Option<string | null> => {
    const own = hashText(sign ?? "none");
    const said = hashText(`${value.direction} ${value.isLength}`);
    return {
      value: sign === null ? null : sign + value.window,
      features: [
        feature(names.bias, own, timed),
        feature(names.subject, own, about),
        feature(names.said, own, said),
        feature(names.said, own, said, timed),
        feature(names.said, own, said, about),
        feature(names.before, own, wordAt(question, start - 1)),
        feature(names.two, own, wordAt(question, start - 2), wordAt(question, start - 1)),
        feature(names.after, own, wordAt(question, end)),
        feature(names.not, own, denied, said),
        feature(names.not, own, denied, about),
        ...question.words.slice(start, end).map((one) => feature(names.word, own, one)),
        ...question.words.map((one) => feature(names.kind, own, one)),
      ],
    };
  };
  return [option(null), ...signs.map(option)];
}
