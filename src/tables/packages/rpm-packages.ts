import { TableUnavailable } from "../host/gap.ts";
import type { CollectedTable } from "../model/table.ts";

/** rpm's query tags, one per column, in the columns' order. */
const tags = "NAME VERSION RELEASE SOURCERPM SIZE SHA1HEADER ARCH EPOCH INSTALLTIME VENDOR GROUP";
const columns = {
  name: "TEXT",
  version: "TEXT",
  release: "TEXT",
  source: "TEXT",
  size: "BIGINT",
  sha1: "TEXT",
  arch: "TEXT",
  epoch: "INTEGER",
  install_time: "INTEGER",
  vendor: "TEXT",
  package_group: "TEXT",
} as const;

export const rpmQuery = `${tags
  .split(" ")
  .map((tag) => `%{${tag}}`)
  .join("\\t")}\\n`;

/** One row per installed RPM package, from `rpm -qa`: rpm's database has no stable format. */
export const rpmPackages: CollectedTable = {
  name: "rpm_packages",
  description: "Installed RPM packages.",
  platforms: ["linux"],
  columns,
  async collect(host) {
    const { stdout, exitCode } = await host.run("rpm", ["-qa", "--qf", rpmQuery]);
    if (exitCode !== 0) throw new TableUnavailable("error", `rpm -qa exited with code ${exitCode}`);
    return { rows: parseRpmQuery(stdout), gaps: [] };
  },
};

/** rpm writes "(none)" for missing values. */
export function parseRpmQuery(text: string) {
  const entries = Object.entries(columns);
  return text
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((fields) => fields.length === entries.length && fields[0] !== "gpg-pubkey")
    .map((fields) =>
      Object.fromEntries(entries.map(([name, type], index) => [name, cell(fields[index]!, type)])),
    );
}

function cell(field: string, type: string): string | number | null {
  if (field === "(none)") return null;
  if (type === "TEXT") return field;
  return /^\d+$/.test(field) ? Number(field) : null;
}
