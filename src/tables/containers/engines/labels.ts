import { objectOf, textOf } from "../../parsers/json-values.ts";

/** The labels of a container, an image, a network or a volume. */
export const labelsOf = (labels: unknown) =>
  Object.entries(objectOf(labels)).map(([key, value]) => ({ key, value: textOf(value) }));
