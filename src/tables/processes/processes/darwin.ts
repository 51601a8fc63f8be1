import { type Gap, TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { listOpenFiles, type OpenFile } from "../lsof.ts";
import { parsePsCommands, parsePsStates, psCommandArgs, psStateArgs } from "./ps.ts";

const programColumns = ["path", "cwd", "on_disk"];

/**
 * Uses ps, and lsof for the program's file and working folder. Columns that no stock tool has
 * (threads, disk bytes, wired memory) are NULL.
 */
export async function collectDarwin(host: Host): Promise<Collected> {
  const { processes, unread } = parsePsStates(await requiredOutput(host, "ps", psStateArgs));
  if (processes.length === 0) throw new TableUnavailable("error", "ps: no processes in its output");
  const read = gapReader(host);
  if (unread > 0) read.report({ reason: "error", detail: `ps: ${unread} lines not understood` });
  const commands = await readCommands(read);
  const programs = await readPrograms(read);
  const memory = Number(
    (await read.forColumns(["memory_percent"]).output("sysctl", "-n", "hw.memsize")) ?? 0,
  );
  const names = new Map(processes.map(({ pid, row }) => [pid, fullName(row, programs.get(pid))]));
  const rows = processes.map(({ pid, row }) => ({
    ...row,
    ...commands.get(pid),
    ...programOf(host, programs.get(pid)),
    name: names.get(pid),
    parent_name: names.get(Number(row.parent)) ?? null,
    cpu_percent: cpuPercent(row, host.now()),
    memory_percent: percentOf(Number(row.resident_size), memory),
  }));
  if ([...programs.values()].some(({ path }) => isOnOtherVolume(path)))
    read.report(otherVolumesGap);
  return { rows, gaps: read.gaps };
}

const otherVolumesGap: Gap = {
  reason: "policy",
  detail: "programs on other volumes: not checked, a server may hang",
  columns: ["on_disk"],
};

async function readCommands(read: GapReader) {
  const columns = ["cmdline", "username"];
  const text = await read.forColumns(columns).output("ps", ...psCommandArgs);
  return parsePsCommands(text ?? "");
}

interface Program {
  path?: string;
  cwd?: string;
}

async function readPrograms(read: GapReader): Promise<Map<number, Program>> {
  const readColumns = read.forColumns(programColumns);
  try {
    const what = "program and working folder";
    return programsOf(await listOpenFiles(readColumns, ["-d", "cwd,txt"], what));
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error;
    readColumns.report({ reason: error.reason, detail: error.message });
    return new Map();
  }
}

/** The program is the first mapped text; libraries and the linker follow. */
export function programsOf(files: OpenFile[]): Map<number, Program> {
  const programs = new Map<number, Program>();
  for (const { pid, fields } of files) {
    const name = fields.get("n");
    const program = programs.get(pid) ?? {};
    // lsof prints the reason in place of the name of a file it couldn't inspect.
    if (name?.startsWith("/")) {
      if (fields.get("f") === "txt") program.path ??= name;
      else if (fields.get("f") === "cwd") program.cwd = name;
    }
    programs.set(pid, program);
  }
  return programs;
}

function programOf(host: Host, program: Program | undefined): Row {
  const { path, cwd } = program ?? {};
  if (path === undefined) return { path: null, cwd: cwd ?? null, on_disk: null };
  const on_disk = isOnOtherVolume(path) ? null : Number(host.exists(path));
  return { path, cwd: cwd ?? null, on_disk };
}

/** On a volume that may be remote: inspecting it could block forever. */
const isOnOtherVolume = (path = "") => /^\/(Volumes|Network)\//.test(path);

/** The kernel truncates names to 16 bytes; the program's file name completes them. */
function fullName(row: Row, program: Program | undefined) {
  const file = program?.path?.split("/").at(-1);
  return file?.startsWith(String(row.name)) ? file : row.name;
}

/** Over the life of the process, as on Linux. */
function cpuPercent({ start_time, user_time, system_time }: Row, nowMs: number): number | null {
  if (typeof start_time !== "number" || typeof system_time !== "number") return null;
  return percentOf(Number(user_time) + system_time, nowMs - start_time * 1000);
}

function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null;
}
