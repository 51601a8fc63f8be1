import { readdirSync, readFileSync } from "node:fs";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";
import type { PackageAdvisory } from "../../src/brain/advisories/advisory.ts";

const strict = { additionalProperties: false } as const;
const Script = Type.String({ minLength: 1 });

const common = {
  name: Type.String(),
  /** Shell script that makes the case, run as root in the planted root. */
  plant: Script,
  /** Replaces the file's own. */
  truth: Type.Optional(Script),
};

const PlantedFile = Type.Object(
  {
    /** The root of a case has Docker and Podman, not started, and control groups of its own. */
    engines: Type.Optional(Type.Literal(true)),
    /** The first process of a case's root is systemd, which has booted and started no service. */
    systemd: Type.Optional(Type.Literal(true)),
    /** The root of a case has a kernel of its own. */
    kernel: Type.Optional(Type.Literal(true)),
    /** What every case of the file needs first. */
    prepare: Type.Optional(Script),
    /** Asks the real tools: exit 0 if the fault is real, 1 if not; anything else is a broken script. */
    truth: Type.Optional(Script),
    faults: Type.Array(
      Type.Object(
        {
          ...common,
          /** A known miss: why the detection doesn't see it. */
          missed: Type.Optional(Type.String()),
          /** The detection can't decide: a gap is the honest answer. */
          unknown: Type.Optional(Type.String()),
          /** Why the definition's fix can't mend this fault. */
          unfixed: Type.Optional(Type.String()),
        },
        strict,
      ),
    ),
    near_misses: Type.Array(
      Type.Object(
        {
          ...common,
          /** A known false alarm: why the detection fires. */
          false_alarm: Type.Optional(Type.String()),
          /** The detection can't decide: a gap is the honest answer. */
          unknown: Type.Optional(Type.String()),
        },
        strict,
      ),
    ),
    /** Exits 0 if what must work after the fix still does. */
    still: Type.Optional(Script),
    /** Paths besides those of the evidence that the fix may change, as globs of sh. */
    changes: Type.Optional(Type.Array(Type.String())),
    /** The operator's advisories; none by default. */
    advisories: Type.Optional(Type.Array(Type.Unsafe<PackageAdvisory>(Type.Object({})))),
  },
  strict,
);
export type PlantedFile = Static<typeof PlantedFile>;

export interface PlantedCase {
  name: string;
  isFault: boolean;
  script: string;
  truth: string;
  /** The verdict that is expected, and the one that would be right. */
  expected: "fail" | "pass" | "unknown";
  isFixable: boolean;
}

const folder = "test/planted/cases";

/** The ids of detections with planted cases. */
export const plantedIds = (): string[] =>
  readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));

export function readPlanted(id: string): PlantedFile {
  return Value.Parse(PlantedFile, parse(readFileSync(`${folder}/${id}.yaml`, "utf8")));
}

/** The cases of a file, faults first. */
export function casesOf(file: PlantedFile): PlantedCase[] {
  const { prepare = "", truth = "exit 2" } = file;
  const made = (one: PlantedFile["near_misses"][number]) => ({
    name: one.name,
    script: `set -e\n${prepare}\n${one.plant}`,
    truth: one.truth ?? truth,
  });
  return [
    ...file.faults.map((one) => ({
      ...made(one),
      isFault: true,
      expected: verdictOf(one, one.missed === undefined ? "fail" : "pass"),
      isFixable: one.unfixed === undefined && one.missed === undefined && one.unknown === undefined,
    })),
    ...file.near_misses.map((one) => ({
      ...made(one),
      isFault: false,
      expected: verdictOf(one, one.false_alarm === undefined ? "pass" : "fail"),
      isFixable: false,
    })),
  ];
}

const verdictOf = ({ unknown }: { unknown?: string }, decided: "fail" | "pass") =>
  unknown === undefined ? decided : ("unknown" as const);
