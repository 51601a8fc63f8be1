import { readdirSync, readFileSync } from "node:fs";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";

const strict = { additionalProperties: false } as const;
const Script = Type.String({ minLength: 1 });

/** Shell script that makes a part of the case, run as root on the last host; or one for each of them. */
const Plant = Type.Union([Script, Type.Record(Type.String(), Script)]);

const common = {
  name: Type.String(),
  plant: Plant,
  /** Replaces the file's own. */
  truth: Type.Optional(Script),
};

const PathFile = Type.Object(
  {
    /** The edge rules that the cases are about. */
    rules: Type.Array(Type.String(), { minItems: 1 }),
    /** The account that the attacker has; alice by default. */
    from: Type.Optional(Type.String()),
    /** The account that is attacked; root by default. */
    to: Type.Optional(Type.String()),
    /**
     * The hosts, if there are several: the first is the attacker's, the last is attacked. They are
     * planted in this order, and each gets what those before it printed as input.
     */
    hosts: Type.Optional(Type.Array(Type.String(), { minItems: 2 })),
    /** The roots have Docker and Podman. */
    engines: Type.Optional(Type.Boolean()),
    /** systemd is the first process of the roots. */
    systemd: Type.Optional(Type.Boolean()),
    /** What every case of the file needs first. */
    prepare: Type.Optional(Plant),
    /** Carries the attack out, on the first host: exit 0 if it works, 1 if not; anything else is a broken script. */
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
  hosts: string[];
  /** The script that plants the case on a host. */
  scriptFor(host: string): string;
  truth: string;
  expected:
    | { works: true; isCertain: boolean }
    | { works: false; isConfirmed: boolean; cut: string };
}

const folder = "test/planted/paths/cases";

export const pathKinds = (): string[] =>
  readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));

const readPathFile = (kind: string): PathFile =>
  Value.Parse(PathFile, parse(readFileSync(`${folder}/${kind}.yaml`, "utf8")));

export const rulesOf = (kind: string): string[] => readPathFile(kind).rules;

/** The files about an edge rule, and what cuts the path in each of their decoys. */
export const plantedFilesOf = (rule: string): { path: string; cuts: string[] }[] =>
  pathKinds()
    .map((kind) => ({ kind, file: readPathFile(kind) }))
    .filter(({ file }) => file.rules.includes(rule))
    .map(({ kind, file }) => ({
      path: `${folder}/${kind}.yaml`,
      cuts: file.decoys.map(({ name }) => name),
    }));

/** The cases of a kind, those that work first. */
export function pathCasesOf(kind: string): {
  engines?: boolean;
  systemd?: boolean;
  cases: PathCase[];
} {
  const file = readPathFile(kind);
  const { from = "alice", to = "root", prepare = {}, truth = "exit 2", chains, decoys } = file;
  const hosts = file.hosts ?? ["planted"];
  const partFor = (plant: Static<typeof Plant>, host: string) =>
    typeof plant === "string" ? (host === hosts.at(-1) ? plant : "") : (plant[host] ?? "");
  const made = (one: Static<(typeof PathFile)["properties"]["chains"]>[number]) => ({
    name: one.name,
    from,
    to,
    hosts,
    scriptFor: (host: string) => `set -e\n${partFor(prepare, host)}\n${partFor(one.plant, host)}`,
    truth: one.truth ?? truth,
  });
  const cases = [
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
  return { engines: file.engines, systemd: file.systemd, cases };
}
