import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { ended } from "../../e2e/run-cli.ts";
import type { Ended } from "../command-thread.ts";

/** Where processes are started: on a machine of the lab, or beside them all in its network. */
export interface Place {
  start(command: string[], env?: Record<string, string>): ChildProcess;
  run(command: string[], env?: Record<string, string>): Promise<Ended>;
  /** What a script of bash says; one that fails is an error. */
  shell(script: string): Promise<string>;
}

export interface MachineOptions {
  /** In the lab's 10.77.0.0/24. */
  address: string;
  /** Folders that it sees as they are, without changing them. */
  shown: string[];
}

const address = "10.77.0.1";
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const ownSpaces = ["--mount", "--pid", "--fork", "--kill-child"];
const firstLine = ["--net", ...ownSpaces, "bash", script("start-lab.sh"), `${address}/24`];

/** What this machine lacks for a lab whose machines use `tools` too; undefined where nothing is missing. */
export function whyNoLab(...tools: string[]): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "namespaces need root";
  const needed = ["unshare", "nsenter", "pivot_root", "ip", "hostname", ...tools];
  const missing = needed.find((tool) => spawnSync("which", [tool]).status !== 0);
  if (missing) return `${missing} is not installed`;
  // Without a stdin it is over as soon as everything is there.
  const { status, stderr } = spawnSync("unshare", firstLine, { stdio: ["ignore", "pipe", "pipe"] });
  return status === 0 ? undefined : `namespaces are not to be had: ${String(stderr).trim()}`;
}

/**
 * A network of its own, in namespaces, for machines that are changed at will: nothing of this one
 * is, and with the test all of it is gone.
 */
export async function openLab() {
  const folder = mkdtempSync(join(tmpdir(), "inquest-lab-"));
  const first = spawn("unshare", firstLine);
  onTestFinished(async () => {
    const closed = once(first, "close");
    // All that was started in it goes along: its first process is the first of their namespace.
    first.kill("SIGKILL");
    await closed;
    rmSync(folder, { recursive: true, force: true });
  });
  const lab = placeIn(["nsenter", "-t", await processId(first), "-m", "-n", "-p"]);

  /** A machine under this name, with all of this one's programs and none of its files. */
  async function machine(name: string, options: MachineOptions): Promise<Place> {
    const root = join(folder, name);
    const line = [
      `ip netns add ${name}`,
      `ip link add ${name} type veth peer name eth0 netns ${name}`,
      `ip link set ${name} master lab0 up`,
      `ip -n ${name} address add ${options.address}/24 dev eth0`,
      `ip -n ${name} link set eth0 up`,
      `mkdir ${root}`,
      `exec ip netns exec ${name} unshare --uts ${ownSpaces.join(" ")} bash "$@"`,
    ].join(" && ");
    const args = [script("start-machine.sh"), name, root, ...options.shown];
    const init = lab.start(["bash", "-c", line, "bash", ...args]);
    const inside = ["nsenter", "-t", await processId(init), "-m", "-n", "-p", "-u"];
    return placeIn([...lab.before, ...inside]);
  }
  return { ...lab, address, machine };
}

function placeIn(before: string[]) {
  const start: Place["start"] = (command, env = {}) => {
    const [program, ...args] = [...before, ...command];
    return spawn(program!, args, { env: { PATH: process.env.PATH, ...env } });
  };
  const run: Place["run"] = (command, env) => ended(start(command, env));
  const shell: Place["shell"] = async (text) => {
    const { code, stdout, stderr } = await run(["bash", "-ec", text]);
    if (code !== 0) throw new Error(`${text}\n${code}: ${stderr}`);
    return stdout.trim();
  };
  return { before, start, run, shell };
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

/** What a first process says once everything is there. */
async function processId(child: ChildProcess): Promise<string> {
  let [said, complaint] = ["", ""];
  child.stderr!.on("data", (chunk) => {
    complaint += chunk;
  });
  for await (const chunk of child.stdout!) {
    said += chunk;
    if (said.endsWith("\n")) return said.trim();
  }
  throw new Error(`no place of its own: ${complaint}`);
}
