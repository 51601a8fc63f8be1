import { readdirSync, readFileSync } from "node:fs";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";

const strict = { additionalProperties: false } as const;
const Script = Type.String({ minLength: 1 });

const common = {
  name: Type.String(),
  /** Shell script that makes the case, run as root in the planted root. */
  plant: Script,
  /** Replaces the file's own. */
  truth: Type.Optional(Script),
};

const PathFile = Type.Object(
  {
    /** The account that the attacker has; alice by default. */
    from: Type.Optional(Type.String()),
    /** The account that is attacked; root by default. */
    to: Type.Optional(Type.String()),
    /** What every case of the file needs first. */
    prepare: Type.Optional(Script),
    /** Carries the attack out: exit 0 if it works, 1 if not; anything else is a broken script. */
    truth: Type.Optional(Script),
    chains: Type.Array(
      Type.Object(
        {
          ...common,
          /** Why the path can't be certain from what the host reports: it is found, not confirmed. */
          uncertain: Type.Optional(Type.String()),
        },
        strict,
      ),
    ),
    decoys: Type.Array(
      Type.Object(
        {
          ...common,
          /** Part of the first reason that must be given; "null" if no path is known at all. */
          cut: Type.String(),
          /** A known false confirmation: why the cut is not seen. */
          confirmed: Type.Optional(Type.String()),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type PathFile = Static<typeof PathFile>;

export interface PathCase {
  name: string;
  from: string;
  to: string;
  script: string;
  truth: string;
  expected:
    | { works: true; isCertain: boolean }
    | { works: false; isConfirmed: boolean; cut: string };
}

const folder = "test/planted/paths/cases";

export const pathKinds = (): string[] =>
  readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));

/** The cases of a kind, those that work first. */
export function pathCasesOf(kind: string): PathCase[] {
  const text = readFileSync(`${folder}/${kind}.yaml`, "utf8");
  const file = Value.Parse(PathFile, parse(text));
  const { from = "alice", to = "root", prepare = "", truth = "exit 2", chains, decoys } = file;
  const made = (one: Static<(typeof PathFile)["properties"]["chains"]>[number]) => ({
    name: one.name,
    from,
    to,
    script: `set -e\n${prepare}\n${one.plant}`,
    truth: one.truth ?? truth,
  });
  return [
    ...chains.map((one) => ({
      ...made(one),
      expected: { works: true as const, isCertain: one.uncertain === undefined },
    })),
    ...decoys.map((one) => ({
      ...made(one),
      expected: {
        works: false as const,
        isConfirmed: one.confirmed !== undefined,
        cut: one.cut,
      },
    })),
  ];
}
