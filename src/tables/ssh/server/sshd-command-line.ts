import type { Host } from "../../host/port.ts";
import { parseStatus } from "../../parsers/proc/status.ts";
import { readNamespace } from "../../processes/proc/sockets.ts";

/** How the sshd that listens here was started, as far as it bears on what is configured. */
export interface SshdCommandLine {
  /** The configuration it names, if it names one. */
  config: string | undefined;
  /** Ports by -p, which put those of the configuration out of force. */
  ports: string[];
  /** Lines of configuration by -o, which come before the file's. */
  options: string[];
}

const plain: SshdCommandLine = { config: undefined, ports: [], options: [] };

/** Of several that listen it is the one with the usual configuration, if any is. */
export function sshdCommandLine(host: Host): SshdCommandLine {
  const parsed = pidsOf(host)
    .map((pid) => listenerOf(host, pid))
    .filter((words) => words !== undefined)
    .map(parseSshdArguments);
  return parsed.find(({ config }) => config === undefined) ?? parsed[0] ?? plain;
}

function pidsOf(host: Host): string[] {
  try {
    return host.list("/proc").filter((name) => /^\d{1,10}$/.test(name));
  } catch {
    return []; // no /proc, as on macOS
  }
}

/** The arguments of a process that is root's sshd, of this machine and not of a container's. */
function listenerOf(host: Host, pid: string): string[] | undefined {
  try {
    if (host.read(`/proc/${pid}/comm`).trim() !== "sshd") return undefined;
    const words = listenerArguments(host.read(`/proc/${pid}/cmdline`));
    // anybody can call a program sshd
    const isRoot = parseStatus(host.read(`/proc/${pid}/status`))?.uids[0] === 0;
    const isHere = readNamespace(host, pid, "mnt") === readNamespace(host, "self", "mnt");
    return words && isRoot && isHere ? words : undefined;
  } catch {
    return undefined; // it has ended, or isn't ours to look at
  }
}

/** Its title once it listens is one text; sessions have titles of another form. */
function listenerArguments(cmdline: string): string[] | undefined {
  const text = cmdline.replace(/\0+$/, "");
  const title = /^sshd: (.*) \[listener\] \d+ of \S+ startups$/.exec(text)?.[1];
  if (title !== undefined) return title.split(" ").slice(1);
  return text.startsWith("sshd: ") ? undefined : text.split("\0").slice(1);
}

const withValue = "CEbcfghkopu";

/** sshd(8): single letters, several in a word, a value in the same word or in the next. */
export function parseSshdArguments(words: string[]): SshdCommandLine {
  const found: SshdCommandLine = { config: undefined, ports: [], options: [] };
  for (let at = 0; at < words.length; at++) {
    const letters = /^-(\w.*)$/.exec(words[at]!)?.[1] ?? "";
    const place = [...letters].findIndex((letter) => withValue.includes(letter));
    if (place < 0) continue;
    let value = letters.slice(place + 1) || (words[++at] ?? "");
    // in a title the blank of "Option value" no longer shows whose it is
    if (letters[place] === "o" && !/[= ]/.test(value) && !words[at + 1]?.startsWith("-"))
      value = `${value} ${words[++at] ?? ""}`;
    if (letters[place] === "f" && value.startsWith("/")) found.config = value;
    if (letters[place] === "p") found.ports.push(value);
    if (letters[place] === "o") found.options.push(value);
  }
  return found;
}
