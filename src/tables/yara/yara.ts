import type { Rules } from "@virustotal/yara-x";
import { findPaths } from "../files/find-paths.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Constraint, PushDownTable, Row } from "../model/table.ts";
import { listOf, objectOf, objectsOf, textOf } from "../parsers/json-values.ts";
import { shareRules } from "./shared-rules.ts";

const maxFileBytes = 32 << 20;
const maxRuleBytes = 1 << 20;
const scanTimeoutMs = 5_000;

/**
 * The files that the statement names, matched with YARA rules: those in `sigrule`, or of the file
 * `sigfile`. Rules are never fetched, so `sigurl` matches nothing, and there are no groups of rules.
 */
export const yara: PushDownTable = {
  name: "yara",
  description: "Files that match YARA rules, given in `sigrule` or in the file `sigfile`.",
  platforms: ["linux", "darwin"],
  columns: {
    path: "TEXT",
    matches: "TEXT",
    count: "INTEGER",
    sig_group: "TEXT",
    sigfile: "TEXT",
    sigrule: "TEXT",
    strings: "TEXT",
    tags: "TEXT",
    sigurl: "TEXT",
  },
  required: ["path"],
  options: ["sigrule", "sigfile"],
  *scan(host, constraints, report) {
    const read = gapReader(host, report);
    const given = rulesOf(read, constraints);
    const shared = given && read.attempt("yara", () => shareRules(given.source));
    if (!given || !shared) return;
    try {
      for (const { path } of findPaths(read, constraints)) {
        const row = scanFile(read, path, shared.rules);
        if (row) yield { path, ...given.columns, ...row };
      }
    } finally {
      shared.release();
    }
  },
};

interface GivenRules {
  source: string;
  /** The statement's own conditions, so that SQLite finds them met. */
  columns: Row;
}

function rulesOf(read: GapReader, constraints: Constraint[]): GivenRules | undefined {
  const value = (column: string) =>
    constraints.find((one) => one.column === column && one.op === "=")?.value;
  const [sigrule, sigfile] = [value("sigrule"), value("sigfile")];
  if (typeof sigrule === "string") return { source: sigrule, columns: { sigrule } };
  if (typeof sigfile === "string") {
    const source = read.text(sigfile, maxRuleBytes);
    return source === undefined ? undefined : { source, columns: { sigfile } };
  }
  const detail = "yara needs rules: sigrule = 'rule …' or sigfile = '/path'; none are fetched";
  read.report({ reason: "error", detail });
  return undefined;
}

/** As in osquery, a file without a match has a row with a count of 0. */
function scanFile(read: GapReader, path: string, rules: Rules): Row | undefined {
  const size = read.attempt(path, () => {
    const stats = read.host.stat(path);
    return stats.isFile() ? stats.size : undefined;
  });
  if (size === undefined) return undefined;
  if (size > maxFileBytes) {
    read.report({ reason: "error", detail: `${path}: larger than 32 MiB, not scanned` });
    return undefined;
  }
  const content = read.bytes(path, maxFileBytes);
  return content && read.attempt(path, () => describe(scan(rules, content)));
}

function scan(rules: Rules, content: Buffer): unknown {
  const scanner = rules.scanner();
  try {
    scanner.setTimeoutMs(scanTimeoutMs);
    return scanner.scan(content);
  } finally {
    scanner.free();
  }
}

/** Rules and tags by name, strings as "$name:offset" in hex. */
function describe(result: unknown): Row {
  const matches = objectsOf(objectOf(result).matches);
  const strings = matches.flatMap((rule) =>
    objectsOf(rule.patterns).flatMap((pattern) =>
      objectsOf(pattern.matches).map(
        ({ offset }) => `${textOf(pattern.identifier)}:${Number(offset).toString(16)}`,
      ),
    ),
  );
  return {
    matches: matches.map((rule) => textOf(rule.identifier)).join(","),
    count: matches.length,
    strings: strings.join(","),
    tags: matches.flatMap((rule) => listOf(rule.tags).map(String)).join(","),
  };
}
