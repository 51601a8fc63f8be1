import type { Host } from "../../host/port.ts";
import { parseStatus } from "../../parsers/proc/status.ts";
import { readNamespace } from "../../processes/proc/sockets.ts";

/** Command line options of the running sshd that affect its configuration. */
export interface SshdCommandLine {
  /** The configuration file given by -f. */
  config: string | undefined;
  /** Ports from -p, which replace those of the configuration. */
  ports: string[];
  /** Configuration lines from -o, which take precedence over the file. */
  options: string[];
}

const plain: SshdCommandLine = { config: undefined, ports: [], options: [] };

/**
 * Of each listening sshd, without repetition: the one with the default configuration first, which
 * is assumed where none runs.
 */
export function sshdCommandLines(host: Host): [SshdCommandLine, ...SshdCommandLine[]] {
  const parsed = pidsOf(host)
    .map((pid) => listenerOf(host, pid))
    .filter((words) => words !== undefined)
    .map(parseSshdArguments)
    .sort((one, other) => Number(one.config !== undefined) - Number(other.config !== undefined));
  const [first = plain, ...others] = new Map(
    parsed.map((each) => [JSON.stringify(each), each]),
  ).values();
  return [first, ...others];
}

function pidsOf(host: Host): string[] {
  try {
    return host.list("/proc").filter((name) => /^\d{1,10}$/.test(name));
  } catch {
    return []; // no /proc, as on macOS
  }
}

/** The arguments of root's sshd on this machine, not in a container. */
function listenerOf(host: Host, pid: string): string[] | undefined {
  try {
    if (host.read(`/proc/${pid}/comm`).trim() !== "sshd") return undefined;
    const words = listenerArguments(host.read(`/proc/${pid}/cmdline`));
    // any user can name a program sshd
    const isRoot = parseStatus(host.read(`/proc/${pid}/status`))?.uids[0] === 0;
    const isHere = readNamespace(host, pid, "mnt") === readNamespace(host, "self", "mnt");
    return words && isRoot && isHere ? words : undefined;
  } catch {
    return undefined; // ended, or not readable
  }
}

/** A listening sshd has a one-piece title; session processes have other titles. */
function listenerArguments(cmdline: string): string[] | undefined {
  const text = cmdline.replace(/\0+$/, "");
  const title = /^sshd: (.*) \[listener\] \d+ of \S+ startups$/.exec(text)?.[1];
  if (title !== undefined) return title.split(" ").slice(1);
  return text.startsWith("sshd: ") ? undefined : text.split("\0").slice(1);
}

const withValue = "CEbcfghkopu";

/**
 * sshd(8): single-letter options, several per word, with the value in the same or the next word.
 */
export function parseSshdArguments(words: string[]): SshdCommandLine {
  const found: SshdCommandLine = { config: undefined, ports: [], options: [] };
  for (let at = 0; at < words.length; at++) {
    const letters = /^-(\w.*)$/.exec(words[at]!)?.[1] ?? "";
    const index = [...letters].findIndex((letter) => withValue.includes(letter));
    if (index < 0) continue;
    let value = letters.slice(index + 1) || (words[++at] ?? "");
    // a title doesn't show whether "Option value" was one argument
    if (letters[index] === "o" && !/[= ]/.test(value) && !words[at + 1]?.startsWith("-"))
      value = `${value} ${words[++at] ?? ""}`;
    if (letters[index] === "f" && value.startsWith("/")) found.config = value;
    if (letters[index] === "p") found.ports.push(value);
    if (letters[index] === "o") found.options.push(value);
  }
  return found;
}
