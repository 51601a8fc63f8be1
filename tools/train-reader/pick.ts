import type { Option } from "../../src/brain/questions/weights/choice.ts";
import type { ChoiceExample } from "./learn.ts";

/** The decision for the alternative that is right; none when it is not among those offered. */
export function pick<T>(
  head: string,
  options: Option<T>[],
  isRight: (value: T) => boolean,
): ChoiceExample[] {
  const right = options.findIndex(({ value }) => isRight(value));
  if (right < 0 || options.length < 2) return [];
  return [{ head, options: options.map(({ features }) => Uint32Array.from(features)), right }];
}
