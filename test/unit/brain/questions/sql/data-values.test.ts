import { expect, test } from "vitest";
import type { Filter } from "../../../../../src/brain/questions/model/types.ts";
import { inDataTerms } from "../../../../../src/brain/questions/sql/data-values.ts";
import { lexicon } from "../reader-under-test.ts";

const inTermsOf = (kind: string, filter: Filter) =>
  inDataTerms(lexicon.kinds.find(({ id }) => id === kind)!, filter);

test.each<[string, Filter, Partial<Filter>]>([
  [
    "docker_containers",
    { field: "status", op: "contains", value: "healthy" },
    { op: "contains", value: "(healthy)" },
  ],
  [
    "docker_containers",
    { field: "status", op: "not_contains", value: "healthy" },
    { op: "contains", value: "unhealthy" },
  ],
  [
    "package_sources",
    { field: "base_uri", op: "starts_with", value: "http" },
    { op: "starts_with", value: "http://" },
  ],
  [
    "services",
    { field: "state", op: "eq", value: "running" },
    { op: "in", value: ["running", "active"] },
  ],
])("%s: %j is a condition on the data: %j", (kind, said, meant) => {
  const anyOf = [{ field: said.field, ...meant }];
  expect(inTermsOf(kind, said)).toEqual({ anyOf, isDenied: false });
});

test("several wordings, and one without an opposite, are denied as a whole", () => {
  const said: Filter = { field: "shell", op: "not_in", value: ["zsh", "bash"] };
  expect(inTermsOf("users", said)).toEqual({
    anyOf: [
      { field: "shell", op: "matches", value: "zsh" },
      { field: "shell", op: "matches", value: "bash" },
    ],
    isDenied: true,
  });
});
