import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FleetContext } from "../../src/brain/questions/model/reader.ts";
import type { Aggregate, Filter, PathQuestion } from "../../src/contract/reading.ts";

/** The reading that a question of the bank should have; the bank's README has the fields. */
export interface Expected {
  tables: string[];
  filters: Filter[];
  time_window: string | null;
  hosts: { names: string[]; tags: Record<string, string | string[]> };
  aggregate: Aggregate;
  topics: string[];
  path: PathQuestion | null;
  absent?: "host" | "user" | "file" | null;
  parts?: Partial<Expected>[];
  tables_alt?: string[];
  topics_alt?: string[];
  topics_mode?: string;
  kind_alt?: string | string[];
  refusal?: { class: string; acceptable: string[]; must_not: string[] };
}

export interface BankQuestion {
  id: string;
  question: string;
  kind: "factual" | "detection" | "path" | "refuse";
  /** A question of the wordings that asks broadly: the bank has no label for these. */
  broad?: "posture" | "slow";
  difficulty: 1 | 2 | 3;
  style: string[];
  expects: Expected;
}

export interface Writer {
  name: string;
  fleet: FleetContext;
  questions: BankQuestion[];
}

interface Names {
  hosts: { name: string; tags?: string[] }[];
  users?: (string | { name: string })[];
}

export const linesOf = <T>(file: string): T[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);

/** The time at which every question of the bank is asked. */
const askedAt = Date.UTC(2026, 10, 20, 12);

function fleetOf(file: string): FleetContext {
  const { hosts, users = [] } = JSON.parse(readFileSync(file, "utf8")) as Names;
  return {
    hosts: hosts.map(({ name }) => name),
    tags: hosts.map(({ tags = [] }) =>
      Object.fromEntries(tags.map((tag) => tag.split("=") as [string, string])),
    ),
    users: new Set(
      users.map((user) => (typeof user === "string" ? user : user.name).toLowerCase()),
    ),
    now: askedAt,
  };
}

/** The writers of the bank, by name. */
export function loadBank(dataDir: string): Writer[] {
  const folder = join(dataDir, "language", "bank");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .map((file) => {
      const name = file.slice(0, -".jsonl".length);
      return {
        name,
        fleet: fleetOf(join(folder, `${name}-names.json`)),
        questions: linesOf<BankQuestion>(join(folder, file)),
      };
    });
}
