import { daysAgo } from "./clock.ts";
import {
  accountOf,
  addRows,
  type FileFacts,
  type Machine,
  programContent,
  write,
} from "./machine.ts";
import { addListener, type Listener } from "./sockets.ts";

export interface ServiceFacts {
  /** Without ".service". */
  name: string;
  description: string;
  /** The command line; its first word is the program. */
  exec: string;
  user?: string;
  /** Default "running". */
  state?: "running" | "stopped" | "masked";
  type?: "simple" | "oneshot";
  restart?: "no" | "on-failure" | "always";
  /** The calendar of a timer of the same name. */
  timer?: string;
  /** The address of a socket of the same name, which starts the service. */
  socket?: string;
  environment?: string;
  environmentFile?: string;
  /** Facts of the unit file. */
  unitFile?: FileFacts & { folder?: string };
  /** Facts of the program file; `false` if another role writes it. */
  program?: FileFacts | false;
  listens?: Omit<Listener, "process" | "user">[];
  /** Name shown by ps; the program's name by default. */
  process?: string;
}

export interface Service extends Required<Pick<ServiceFacts, "name" | "description" | "exec">> {
  user: string;
  state: "running" | "stopped" | "masked";
  type: string;
  timer: string | undefined;
  socket: string | undefined;
  path: string;
  pid: number | null;
  startedAt: number;
  environmentFile: string | undefined;
}

/** A systemd unit with its program and, if it is running, its process and sockets. */
export function addService(machine: Machine, facts: ServiceFacts): void {
  const { name, user = "root", state = "running", type = "simple", timer, socket } = facts;
  const path = `${facts.unitFile?.folder ?? "/usr/lib/systemd/system"}/${name}.service`;
  writeUnits(machine, facts, path);
  const program = facts.exec.split(" ")[0]!;
  if (facts.program !== false)
    write(machine, program, { mode: 0o755, content: programContent(program), ...facts.program });
  const isRunning = state === "running" && type === "simple" && socket === undefined;
  const process = facts.process ?? program.slice(program.lastIndexOf("/") + 1);
  const pid = isRunning ? addProcess(machine, { name: process, user, command: facts.exec }) : null;
  for (const listener of facts.listens ?? [])
    if (pid !== null) addListener(machine, { ...listener, process, user, pid });
  const { description, exec, environmentFile } = facts;
  const startedAt = machine.bootedAt + 20;
  const shared = { name, description, exec, user, state, type, timer, socket, environmentFile };
  machine.services.push({ ...shared, path, pid, startedAt });
}

function writeUnits(machine: Machine, facts: ServiceFacts, path: string): void {
  const { folder: _, ...file } = facts.unitFile ?? {};
  const wants = "/etc/systemd/system";
  if (facts.state === "masked") {
    write(machine, `${wants}/${facts.name}.service`, { type: "link", target: "/dev/null" });
    return;
  }
  write(machine, path, { content: unitText(facts), ...file });
  if (facts.socket) writeSocket(machine, facts, path);
  const enabled = facts.timer || facts.socket ? undefined : "multi-user.target.wants";
  if (enabled && facts.state !== "stopped")
    write(machine, `${wants}/${enabled}/${facts.name}.service`, { type: "link", target: path });
  if (!facts.timer) return;
  const timer = path.replace(/\.service$/, ".timer");
  const text = `[Unit]\nDescription=${facts.description}\n\n[Timer]\nOnCalendar=${facts.timer}\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n`;
  write(machine, timer, { content: text });
  if (facts.state !== "stopped")
    write(machine, `${wants}/timers.target.wants/${facts.name}.timer`, {
      type: "link",
      target: timer,
    });
}

function writeSocket(machine: Machine, facts: ServiceFacts, service: string): void {
  const path = service.replace(/\.service$/, ".socket");
  const text = `[Socket]\nListenStream=${facts.socket}\n\n[Install]\nWantedBy=sockets.target\n`;
  write(machine, path, { content: text });
  const enabled = `/etc/systemd/system/sockets.target.wants/${facts.name}.socket`;
  write(machine, enabled, { type: "link", target: path });
}

function unitText(facts: ServiceFacts): string {
  const lines = [
    "[Unit]",
    `Description=${facts.description}`,
    "",
    "[Service]",
    ...(facts.type === "oneshot" ? ["Type=oneshot"] : []),
    ...(facts.environment ? [`Environment=${facts.environment}`] : []),
    ...(facts.environmentFile ? [`EnvironmentFile=${facts.environmentFile}`] : []),
    `ExecStart=${facts.exec}`,
    ...(facts.user ? [`User=${facts.user}`] : []),
    ...(facts.restart && facts.restart !== "no" ? [`Restart=${facts.restart}`] : []),
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
  return `${lines.join("\n")}\n`;
}

export interface ProcessFacts {
  name: string;
  user: string;
  command: string;
  parent?: number;
  startedAt?: number;
  path?: string;
  memoryMiB?: number;
}

/** Adds a running process and returns its pid. */
export function addProcess(machine: Machine, facts: ProcessFacts): number {
  const { uid, gid } = accountOf(machine, facts.user);
  const before = machine.rows.processes?.length ?? 0;
  const pid = before === 0 ? 1 : 380 + before * 17;
  write(machine, `/proc/${pid}/comm`, { content: `${facts.name}\n` });
  write(machine, `/proc/${pid}/cmdline`, { content: `${facts.command.replaceAll(" ", "\0")}\0` });
  const resident = (facts.memoryMiB ?? 8 + (before % 23)) * 1_048_576;
  addRows(machine, "processes", {
    pid,
    name: facts.name,
    path: facts.path ?? facts.command.split(" ")[0]!,
    cmdline: facts.command,
    state: "S",
    cwd: "/",
    root: "/",
    ...{ uid, gid, euid: uid, egid: gid, suid: uid, sgid: gid },
    on_disk: 1,
    resident_size: resident,
    total_size: resident * 4,
    start_time: facts.startedAt ?? machine.bootedAt + 2 + before,
    parent: facts.parent ?? (pid === 1 ? 0 : 1),
    parent_name: pid === 1 ? null : "systemd",
    pgroup: pid,
    threads: 1 + (before % 4),
    nice: 0,
    username: facts.user,
    cpu_percent: (before % 7) / 10,
    memory_percent: Math.round((resident / (machine.memoryGiB * 1_073_741_824)) * 1000) / 10,
  });
  return pid;
}

const stamp = (seconds: number) =>
  `Mon ${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** Output of `systemctl show` for them. */
export function systemctlOutput({ services }: Machine): string {
  return services
    .flatMap((service) => [showService(service), ...showTimer(service), ...showSocket(service)])
    .join("\n");
}

function showService(service: Service): string {
  const {
    name,
    description,
    exec,
    user,
    state,
    type,
    path,
    pid,
    startedAt,
    environmentFile,
    socket,
  } = service;
  const isMasked = state === "masked";
  const active = pid !== null ? ["active", "running"] : ["inactive", "dead"];
  const fileState = isMasked ? "masked" : state === "stopped" ? "disabled" : "enabled";
  return block({
    Id: `${name}.service`,
    Description: isMasked ? `${name}.service` : description,
    LoadState: isMasked ? "masked" : "loaded",
    ActiveState: active[0]!,
    SubState: active[1]!,
    UnitFileState: (type === "oneshot" || socket) && !isMasked ? "static" : fileState,
    FragmentPath: isMasked ? `/etc/systemd/system/${name}.service` : path,
    ...(isMasked ? {} : { User: user === "root" ? "" : user, ExecStart: shownCommand(exec) }),
    ...(environmentFile ? { EnvironmentFiles: `${environmentFile} (ignore_errors=no)` } : {}),
    MainPID: String(pid ?? 0),
    ...(pid === null ? {} : { ExecMainStartTimestamp: stamp(startedAt), NRestarts: "0" }),
  });
}

function showTimer({ name, description, timer, state, path }: Service): string[] {
  if (!timer) return [];
  const isOn = state === "running";
  const facts = {
    Id: `${name}.timer`,
    Description: description,
    LoadState: "loaded",
    ActiveState: isOn ? "active" : "inactive",
    SubState: isOn ? "waiting" : "dead",
    UnitFileState: isOn ? "enabled" : "disabled",
    FragmentPath: path.replace(/\.service$/, ".timer"),
    Unit: `${name}.service`,
    ...(isOn
      ? { LastTriggerUSec: stamp(daysAgo(1)), NextElapseUSecRealtime: stamp(daysAgo(0)) }
      : {}),
  };
  return [block(facts)];
}

const showSocket = ({ name, socket, path }: Service): string[] =>
  socket === undefined
    ? []
    : [
        block({
          Id: `${name}.socket`,
          LoadState: "loaded",
          ActiveState: "active",
          SubState: "listening",
          UnitFileState: "enabled",
          FragmentPath: path.replace(/\.service$/, ".socket"),
        }),
      ];

const shownCommand = (exec: string) =>
  `{ path=${exec.split(" ")[0]} ; argv[]=${exec} ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }`;

const block = (facts: Record<string, string>) =>
  Object.entries(facts)
    .map(([key, value]) => `${key}=${value}\n`)
    .join("");
