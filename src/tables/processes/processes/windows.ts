import type { Gap } from "../../host/gap.ts";
import type { Collected, Row } from "../../model/table.ts";
import { bareName } from "../../powershell/account-names.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import {
  type Fields,
  filled,
  flag,
  integer,
  relativeId,
  seconds,
  text,
  whole,
} from "../../powershell/values.ts";

/** Owners need one query per process, too slow on machines with very many. */
const ownersSeconds = 5;

export const processesScript = powershellScript({
  processes: `$until=(Get-Date).AddSeconds(${ownersSeconds});
  $names=@{};
  Get-CimInstance Win32_Process | ForEach-Object {
    $process=$_; $sid=$null; $exists=$null;
    $late=(Get-Date) -gt $until;
    if(-not $late){try{$sid=(Invoke-CimMethod -InputObject $process -MethodName GetOwnerSid).Sid}catch{}};
    if($sid -and -not $names.ContainsKey($sid)){
      $names[$sid]=$null;
      try{$names[$sid]=(New-Object Security.Principal.SecurityIdentifier $sid).Translate([Security.Principal.NTAccount]).Value}catch{}
    };
    try{if($process.ExecutablePath){$exists=Test-Path -LiteralPath $process.ExecutablePath}}catch{};
    $process | Select-Object ProcessId,ParentProcessId,Name,ExecutablePath,CommandLine,CreationDate,KernelModeTime,UserModeTime,WorkingSetSize,PrivatePageCount,QuotaNonPagedPoolUsage,ThreadCount,HandleCount,ReadTransferCount,WriteTransferCount,@{n='OwnerSid';e={$sid}},@{n='Account';e={if($sid){$names[$sid]}}},@{n='Late';e={$late}},@{n='OnDisk';e={$exists}}
  }`,
  memory: "Get-CimInstance Win32_ComputerSystem | Select-Object TotalPhysicalMemory",
});

/** Unknown values are NULL, where osquery has -1; no stock tool of Windows has `cwd` and `root`. */
export function parseProcesses(printed: string, nowMs: number): Collected {
  const answer = readAnswer(printed);
  const processes = answer.required("processes");
  const [memory] = answer.optional("memory", ["memory_percent"]);
  const machine = {
    nowSeconds: Math.floor(nowMs / 1000),
    memory: Number(integer(memory?.TotalPhysicalMemory) ?? 0),
  };
  const rows = processes.filter(({ ProcessId }) => whole(ProcessId) !== null);
  if (rows.length < processes.length)
    answer.gaps.push({ reason: "error", detail: "processes: some have no id" });
  answer.gaps.push(...closedProcesses(rows));
  return {
    rows: nameParents(rows.map((fields) => processRow(fields, machine))),
    gaps: answer.gaps,
  };
}

/** Kernel processes without a program: Idle, System and their children. */
const isKernels = ({ ProcessId, Name }: Fields) =>
  [0, 4].includes(whole(ProcessId)!) ||
  ["Registry", "Memory Compression", "MemCompression", "Secure System"].includes(text(Name) ?? "");

/** Windows shows an ordinary user only the names of others' processes. */
function closedProcesses(processes: Fields[]): Gap[] {
  const own = processes.filter((fields) => !isKernels(fields));
  const late = own.filter(({ Late }) => flag(Late) === 1).length;
  const ownerless = own.filter(({ OwnerSid }) => !filled(OwnerSid)).length - late;
  const pathless = own.filter(({ ExecutablePath }) => !filled(ExecutablePath)).length;
  const gaps: [number, Gap][] = [
    [
      pathless,
      {
        reason: "denied",
        detail: `program of ${pathless} processes: permission denied`,
        columns: programColumns,
      },
    ],
    [
      ownerless,
      {
        reason: "denied",
        detail: `owner of ${ownerless} processes: permission denied`,
        columns: ownerColumns,
      },
    ],
    [
      late,
      {
        reason: "timed_out",
        detail: `owner of ${late} processes: skipped after ${ownersSeconds} s`,
        columns: ownerColumns,
      },
    ],
  ];
  return gaps.flatMap(([count, gap]) => (count > 0 ? gap : []));
}

const programColumns = ["path", "cmdline", "on_disk"];
const ownerColumns = ["uid", "euid", "suid", "username"];

interface Machine {
  nowSeconds: number;
  memory: number;
}

function processRow(fields: Fields, machine: Machine): Row {
  const uid = relativeId(text(fields.OwnerSid));
  const kernels = isKernels(fields);
  const path = filled(fields.ExecutablePath);
  return {
    pid: whole(fields.ProcessId),
    name: text(fields.Name),
    path: kernels ? "" : path,
    cmdline: text(fields.CommandLine) ?? (kernels || path ? "" : null),
    on_disk: kernels ? -1 : flag(fields.OnDisk),
    state: "STILL_ACTIVE", // osquery's state of every running process
    uid,
    euid: uid,
    suid: uid,
    username: bareName(filled(fields.Account)),
    parent: whole(fields.ParentProcessId),
    threads: whole(fields.ThreadCount),
    handle_count: whole(fields.HandleCount),
    disk_bytes_read: integer(fields.ReadTransferCount),
    disk_bytes_written: integer(fields.WriteTransferCount),
    ...memoryUse(fields, machine),
    ...timeUse(fields, machine),
  };
}

function memoryUse(fields: Fields, { memory }: Machine): Row {
  const resident = integer(fields.WorkingSetSize);
  const wiredKilobytes = whole(fields.QuotaNonPagedPoolUsage);
  return {
    wired_size: wiredKilobytes === null ? null : wiredKilobytes * 1024,
    resident_size: resident,
    total_size: integer(fields.PrivatePageCount),
    memory_percent: resident === null ? null : percentOf(Number(resident), memory),
  };
}

/** WMI counts processor time in units of 100 ns. */
function timeUse(fields: Fields, { nowSeconds }: Machine): Row {
  const kernel = integer(fields.KernelModeTime);
  const user = integer(fields.UserModeTime);
  const start = seconds(fields.CreationDate);
  const elapsed = start === null ? null : Math.max(0, nowSeconds - start);
  const busy = kernel === null || user === null ? null : Number(kernel) + Number(user);
  return {
    system_time: kernel === null ? null : Math.floor(Number(kernel) / 10_000),
    user_time: user === null ? null : Math.floor(Number(user) / 10_000),
    percent_processor_time: busy,
    start_time: start,
    elapsed_time: elapsed,
    cpu_percent: busy === null || elapsed === null ? null : percentOf(busy / 10_000_000, elapsed),
  };
}

/** With two decimals; NULL when the total is unknown or 0. */
function percentOf(part: number, total: number): number | null {
  return total > 0 ? Math.round((part / total) * 10_000) / 100 : null;
}

/** A parent's id may have been reused: the parent must have started before its child. */
function nameParents(rows: Row[]): Row[] {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  for (const row of rows) {
    const parent = byPid.get(row.parent);
    const older = Number(parent?.start_time ?? 0) <= Number(row.start_time ?? 0);
    row.parent_name = parent && parent !== row && older ? parent.name : null;
  }
  return rows;
}

export const collectWindows = collectWith(processesScript, parseProcesses);
