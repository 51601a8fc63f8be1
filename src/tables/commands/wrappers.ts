import { leadingOptions, type ParsedOptions, type ValueOptions } from "./command-options.ts";
import type { ShellWord } from "./shell-words.ts";

/** A command within another one: words, or a line for a shell. */
export interface InnerCommand {
  words?: ShellWord[];
  line?: string;
  /** The account it runs as, if another one may be chosen. */
  account?: string;
  /** The root folder it runs in. */
  root?: string;
  /** What decides whether it is run; absent: nothing. */
  awaits?: string;
  /** Variables that it gets besides those that are there. */
  settings?: [name: string, value: string][];
  /** It gets no others. */
  isCleared?: boolean;
}

/** Stands for an account that is known only when the command runs. */
export const unknownAccount = "?";

/** A program that runs the command in its arguments. */
interface Wrapper extends ValueOptions {
  /** Operands in front of the command. */
  operands?: number;
  /** Options with which it runs nothing. */
  idle?: string[];
}

/** Programs that start another one, as the same account and surely. */
const plain: Record<string, Wrapper> = {
  busybox: {},
  chronic: {},
  chrt: { letters: "TPD", operands: 1, idle: ["p", "m"] },
  cpulimit: { letters: "lpe", names: ["limit", "pid", "exe"] },
  ionice: { letters: "cnpPu", names: ["class", "classdata", "pid"], idle: ["p", "pid"] },
  logsave: { operands: 1 },
  ltrace: { letters: "aDeFlnopsuxX" },
  nice: { letters: "n", names: ["adjustment"] },
  nocache: {},
  nohup: {},
  prlimit: { letters: "p", names: ["pid"], idle: ["p", "pid"] },
  setsid: {},
  stdbuf: { letters: "ioe", names: ["input", "output", "error"] },
  strace: { letters: "aeEIoOPpsSuXb", idle: ["p"] },
  "systemd-cat": { letters: "tp", names: ["identifier", "priority"] },
  taskset: { operands: 1, idle: ["p", "pid"] },
  time: { letters: "fo", names: ["format", "output"] },
  timeout: { letters: "ks", names: ["kill-after", "signal"], operands: 1 },
  unbuffer: {},
};

/** Programs that run one under other conditions, which are not followed. */
const uncertain: Record<string, Wrapper> = {
  capsh: {},
  faketime: { letters: "f", operands: 1 },
  nsenter: { letters: "tSGmuinpCUTrw", names: ["target", "setuid", "setgid"] },
  parallel: { letters: "jaN" },
  "systemd-inhibit": { names: ["what", "who", "why", "mode"] },
  "systemd-run": { letters: "puMHtE", names: ["unit", "property", "uid", "gid", "on-calendar"] },
  unshare: { letters: "SGwR", names: ["setuid", "setgid", "root", "wd"] },
  watch: { letters: "n", names: ["interval"] },
  xargs: { letters: "aEIdLnPs", names: ["arg-file", "max-args", "max-procs", "replace"] },
};

/** Programs that change the account, by an option or an operand. */
const changers: Record<string, (words: ShellWord[]) => InnerCommand | null> = {
  chpst: (words) => byOption(leadingOptions(words, { letters: "uUbenmlcod/012" }), ["u"]),
  doas: (words) =>
    guarded("doas", byOption(leadingOptions(words, { letters: "uC" }), ["u"], "root")),
  gosu: byOperand,
  setpriv: (words) =>
    byOption(
      leadingOptions(words, {
        names:
          "reuid regid ruid euid rgid egid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label apparmor-profile".split(
            " ",
          ),
      }),
      ["reuid", "euid", "ruid"],
    ),
  setuidgid: byOperand,
  "s6-setuidgid": byOperand,
  "su-exec": byOperand,
  sudo: (words) => {
    const names = "user group host prompt chdir chroot close-from role type command-timeout".split(
      " ",
    );
    const parsed = leadingOptions(words, { letters: "ughpDRCrtTU", names });
    const rest = parsed.rest.slice(parsed.rest.findIndex(({ text }) => !isSetting(text)));
    return guarded("sudo", byOption({ ...parsed, rest }, ["u", "user"], "root"));
  },
  runuser: (words) => {
    const parsed = leadingOptions(words, suOptions("u", "user"));
    return parsed.values.has("u") || parsed.values.has("user")
      ? byOption(parsed, ["u", "user"])
      : asSu(words);
  },
  su: (words) => guarded("su", asSu(words)),
  "start-stop-daemon": (words) => {
    const { values, rest } = leadingOptions(words, {
      letters: "cgxpnuaskrRdIPN",
      names:
        "chuid group exec pidfile name user startas signal chdir chroot retry umask nicelevel".split(
          " ",
        ),
    });
    const program =
      values.get("a") ?? values.get("startas") ?? values.get("x") ?? values.get("exec");
    if (!program || !["S", "start"].some((one) => values.has(one))) return null;
    const account = accountIn(values, ["c", "chuid"]);
    return {
      words: [{ text: program }, ...rest],
      ...account,
      awaits: "start-stop-daemon starts it",
    };
  },
};

const isSetting = (text: string | null) => text !== null && /^\w+=/.test(text);

const suOptions = (letters: string, ...names: string[]): ValueOptions => ({
  letters: `cCgGswT${letters}`,
  names: [
    "command",
    "session-command",
    "group",
    "supp-group",
    "shell",
    "whitelist-environment",
    ...names,
  ],
});

/** `su [-] [ACCOUNT] [-c LINE]`, with options on both sides of the account. */
function asSu(words: ShellWord[]): InnerCommand | null {
  const values = new Map<string, string | null>();
  const operands: ShellWord[] = [];
  for (let rest = words; rest.length > 0; ) {
    const parsed = leadingOptions(rest, suOptions(""));
    for (const [name, value] of parsed.values) values.set(name, value);
    operands.push(...parsed.rest.slice(0, 1));
    rest = parsed.rest.slice(1);
  }
  const [account = { text: "root" }, ...script] = operands.filter(({ text }) => text !== "-");
  if (account.text === null) return null;
  const line = values.get("c") ?? values.get("command") ?? values.get("session-command");
  if (line) return { line, account: account.text };
  return { words: [{ text: "sh" }, ...script], account: account.text };
}

function byOption(
  { values, rest }: ParsedOptions,
  options: string[],
  otherwise?: string,
): InnerCommand {
  return { words: rest, ...(otherwise && { account: otherwise }), ...accountIn(values, options) };
}

function accountIn(values: ReadonlyMap<string, string | null>, options: string[]) {
  const found = options.find((one) => values.has(one));
  if (found === undefined) return {};
  return { account: values.get(found)?.split(":")[0] ?? unknownAccount };
}

function byOperand(words: ShellWord[]): InnerCommand | null {
  const [account, ...rest] = words;
  return account?.text ? { words: rest, account: account.text.split(":")[0]! } : null;
}

const guarded = (program: string, inner: InnerCommand | null): InnerCommand | null =>
  inner && { ...inner, awaits: `${program} lets root run it`, isCleared: true };

/** The command that a program runs, given as its arguments; null: it is none that does, or runs none. */
export function wrapped(name: string, words: ShellWord[]): InnerCommand | null {
  if (Object.hasOwn(changers, name)) return changers[name]!(words);
  if (name === "env") return behindSettings(words);
  if (name === "flock") return underLock(words);
  if (name === "chroot") {
    const { rest } = leadingOptions(words, { names: ["userspec", "groups"] });
    const [root, ...inner] = rest;
    return root?.text
      ? { words: inner, root: root.text, awaits: "chroot finds what it needs" }
      : null;
  }
  const isPlain = Object.hasOwn(plain, name);
  if (!isPlain && !Object.hasOwn(uncertain, name)) return null;
  const wrapper = isPlain ? plain[name]! : uncertain[name]!;
  const { values, rest } = leadingOptions(words, wrapper);
  if (wrapper.idle?.some((one) => values.has(one))) return null;
  const inner = rest.slice(wrapper.operands ?? 0);
  return { words: inner, ...(!isPlain && { awaits: `${name} runs it` }) };
}

/** Whether a program is one whose arguments hold a command. */
export const isWrapper = (name: string): boolean =>
  ["env", "flock", "chroot"].includes(name) ||
  [changers, plain, uncertain].some((one) => Object.hasOwn(one, name));

function behindSettings(words: ShellWord[]): InnerCommand {
  const { values, rest } = leadingOptions(words, {
    letters: "uCS",
    names: ["unset", "chdir", "split-string"],
  });
  const inner = rest.slice(rest.findIndex(({ text }) => !isSetting(text)));
  // What is split by env itself, or started in another folder, is not followed.
  const isOther = ["S", "split-string", "C", "chdir"].some((one) => values.has(one));
  const settings = rest.flatMap(({ text }): [string, string][] => {
    const [, variable, value] = /^(\w+)=(.*)$/s.exec(text ?? "") ?? [];
    return variable === undefined ? [] : [[variable, value!]];
  });
  const before = rest.length - inner.length;
  return {
    words: isOther ? [] : inner,
    settings: settings.slice(0, before),
    ...(["i", "ignore-environment", "u", "unset"].some((one) => values.has(one)) && {
      isCleared: true,
    }),
  };
}

/** `flock [-n] FILE COMMAND…` or `flock FILE -c LINE`. */
function underLock(words: ShellWord[]): InnerCommand {
  const { rest } = leadingOptions(words, {
    letters: "wE",
    names: ["timeout", "wait", "conflict-exit-code"],
  });
  const [option, line] = rest.slice(1);
  if (option?.text !== "-c" && option?.text !== "--command") return { words: rest.slice(1) };
  return line?.text ? { line: line.text } : {};
}
