import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { createSqlRunner, type SqlRunner } from "../../engine/run/sql-runner.ts";
import { openHost } from "../../tables/host/local.ts";
import { tables } from "../../tables/registry.ts";

const maxBytes = 16 << 20;

/** The YAML files that paths stand for; a folder stands for those in it. */
export function yamlFilesOf(paths: string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /[.]ya?ml$/.test(name));
    if (names.length === 0) throw unreadable(path, "contains no *.yaml file");
    return names.sort().map((name) => join(path, name));
  });
}

export function readYamlFile(path: string): string {
  try {
    const bytes = readRegularFile(path, ({ size }) => {
      if (size > maxBytes) throw unreadable(path, `is larger than ${maxBytes >> 20} MiB`);
    });
    return bytes.toString("utf8");
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unreadable(path, "can't be read", cause);
  }
}

/** Passes a SQL runner over this program's tables to `work`; it reads no host as long as rows are given. */
export async function withSqlRunner<T>(work: (runner: SqlRunner) => Promise<T>): Promise<T> {
  const runner = await createSqlRunner({ host: openHost(), tables });
  try {
    return await work(runner);
  } finally {
    runner.close();
  }
}

function unreadable(path: string, what: string, cause?: unknown): AppError {
  return new AppError("usage", `${path} ${what}.`, {
    hint: "Pass YAML files of detections or edge rules, or a folder of them.",
    kind: "usage",
    cause,
  });
}
