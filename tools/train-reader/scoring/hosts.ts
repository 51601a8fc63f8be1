import { asList, f1 } from "./lists.ts";
import { plain } from "./values.ts";
import { tagKeys } from "./vocabulary.ts";

/** Words of hosts, tag values and platforms, by the form in which they are compared. */
const abbreviations: Record<string, string> = {
  prod: "production",
  dev: "development",
  staging: "stage, stg",
  test: "testing",
  db: "database",
  app: "application",
  dc: "domain controller",
  lb: "load balancer",
  k8s: "kubernetes, kube",
  ws: "workstation",
  gw: "gateway",
  mgmt: "management",
  int: "internal",
  ext: "external",
  win: "windows",
  mac: "macos, osx, mac os, darwin",
  rhel: "red hat, redhat",
};
const shortForms = new Map(
  Object.entries(abbreviations).flatMap(([short, words]) =>
    words.split(", ").map((word): [string, string] => [word, short]),
  ),
);

const tagPrefix = new RegExp(`^(${tagKeys.join("|")})\\s*[=:]\\s*`);
const wildcards = /[*%^$]/g;
const danglingSeparator = /[-_.]+$/;
const separators = /[-_]/g;

const shortForm = (text: string): string | undefined =>
  shortForms.get(text) ??
  shortForms.get(text.replace(/s$/, "")) ??
  shortForms.get(text.replace(/es$/, ""));

/** A host name, tag value or platform as compared: shortened, and cut to a stem so that plurals agree. */
export function hostWord(value: unknown): string {
  const word = plain(value)
    .replace(tagPrefix, "")
    .replace(wildcards, "")
    .replace(danglingSeparator, "");
  return (shortForm(word.replace(separators, " ")) ?? word)
    .replace(/ies$/, "y")
    .replace(/(?<=[a-z]{2})s$/, "")
    .replace(/(?<=[a-z]{2})e$/, "");
}

type Names = string | null | undefined | readonly (string | null | undefined)[];
type TagValues = Record<string, string | string[]> | null | undefined;

/** Names and tag values as one set: which key a tag word belongs to is a local convention. */
export function hostWords(names: Names, tags: TagValues): Set<string> {
  const words = [...asList(names), ...Object.values(tags ?? {}).flat()].map(hostWord);
  return new Set(words.filter((word) => word !== ""));
}

/** F1 over the words of both sides. */
export function hostScore(want: ReadonlySet<string>, got: ReadonlySet<string>): number {
  const matched = [...want].filter((word) => got.has(word)).length;
  return f1(matched, want.size - matched, got.size - matched);
}
