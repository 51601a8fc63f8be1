import { pipelinesOf, type Stage, shell } from "./pipelines.ts";

/** What a command does that malware does, and with what. */
export interface SuspiciousAction {
  action:
    | "download fed to a shell"
    | "decoded text fed to a shell"
    | "raw connection"
    | "loads a library from a temporary folder"
    | "runs from a temporary folder"
    | "runs a hidden file";
  /** The server or the file; null for connections and texts. */
  target: string | null;
}

/** Longer commands are data. */
const maxLength = 4_000;

const interpreter = /^(\S*\/)?(python[0-9.]*|perl|ruby|php[0-9.]*|node)$/;
const loader = /\/ld[\w.-]*\.so[\w.]*$/;
const network = /^(\S*\/)?(nc|ncat|netcat|nc\.\w+|socat|telnet)$/;
const temporary = /^\/(tmp|var\/tmp|dev\/shm|dev\/mqueue|run\/lock|run\/shm|var\/lock)\/./;

/** Hidden folders in which honest programs lie. */
const hidden =
  /\/\.(?!\.?\/)(?!(?:local|venv|env|virtualenvs|cargo|rustup|nvm|rbenv|pyenv|asdf|acme\.sh|rvm|sdkman|dotnet|deno|bun|npm-global|config|composer|nix-profile|oh-my-zsh|linuxbrew)\/)[^/]/;

/** The first of the actions above in a command line; null without one. */
export function suspiciousAction(whole: string): SuspiciousAction | null {
  const command = whole.slice(0, maxLength);
  const pipelines = pipelinesOf(command);
  const from = serverOf(command);
  if (pipelines.some(feedsDownload) || runsDownload.test(command) || runsDownloaded(pipelines))
    return { action: "download fed to a shell", target: from };
  if (pipelines.some(feedsDecoded) || runsDecoded.test(command) || decodesCode.test(command))
    return { action: "decoded text fed to a shell", target: null };
  if (pipelines.some(connects) || opensSocket.test(command))
    return { action: "raw connection", target: null };
  const files = filesRun(pipelines);
  const odd = files.find((path) => temporary.test(path));
  if (odd && /\bLD_(PRELOAD|AUDIT|LIBRARY_PATH)\+?=/.test(command))
    return { action: "loads a library from a temporary folder", target: odd };
  if (odd) return { action: "runs from a temporary folder", target: odd };
  const unseen = files.find((path) => path.startsWith("/") && hidden.test(path));
  return unseen ? { action: "runs a hidden file", target: unseen } : null;
}

const decoder = String.raw`\b(?:base(?:64|32)\s+(?:-d|-D|--decode)|xxd\s+-r|openssl\s+(?:base64|enc)\s[^()]*-d)`;

/** `sh -c "$(curl …)"`, `eval "$(…)"`, `bash <(…)`, `source <(…)`. */
const substituted = (what: string) =>
  new RegExp(
    String.raw`(?:(?<![\w.-])(?:ba|da|z|k)?sh\s+(?:-\w+\s+)*|\beval\s+|(?:^|[\s;&|])(?:\.|source)\s+|<\s*)["']?(?:\$\(|<\(|\x60)\s*${what}`,
  );
const runsDownload = substituted(String.raw`(?:curl|wget)\b`);
const runsDecoded = substituted(String.raw`[^()\x60]*${decoder}`);
const decodes = new RegExp(decoder);

const isDownload = ({ words }: Stage) => /^(\S*\/)?(curl|wget)$/.test(words[0] ?? "");
const isDecoder = ({ text }: Stage) => decodes.test(text);

const feedsDownload = (stages: Stage[]) => feeds(stages, isDownload);
const feedsDecoded = (stages: Stage[]) => feeds(stages, isDecoder);

const feeds = (stages: Stage[], isSource: (stage: Stage) => boolean): boolean => {
  const source = stages.findIndex(isSource);
  return source >= 0 && stages.slice(source + 1).some(runsItsInput);
};

/** A shell or interpreter without a script or code of its own. */
function runsItsInput({ words }: Stage): boolean {
  const [program = "", ...rest] = words;
  const args = rest.filter((word) => !/^\d*[<>]/.test(word));
  if (shell.test(program)) return args.every((word) => /^-(?!\w*c)/.test(word)) || args[0] === "-s";
  return interpreter.test(program) && args.every((word) => /^-[uBSEI]*$/.test(word));
}

/** What an earlier command of the line has fetched into a file. */
function runsDownloaded(pipelines: Stage[][]): boolean {
  const fetched = new Set<string>();
  for (const stage of pipelines.flat()) {
    const run = fileRun(stage);
    if (run && fetched.has(nameOf(run))) return true;
    if (isDownload(stage)) for (const path of outputsOf(stage)) fetched.add(nameOf(path));
  }
  return false;
}

const nameOf = (path: string) => path.replace(/^.*\//, "");

/** The file that curl or wget writes. */
function outputsOf({ words, text }: Stage): string[] {
  const named =
    /(?:\s-[a-zA-Z]*[oO]|--output(?:-document)?)[\s=]+([^\s"'-][^\s"']*)|>\s*(\S+)/.exec(text);
  const path = named?.[1] ?? named?.[2];
  if (path && !/^https?:/.test(path)) return [path];
  return words.filter((word) => /^https?:.*\/[^/?]+$/.test(word));
}

const decodesCode =
  /\b(?:exec|eval|os\.system)\s*\(.*\b(?:b64decode|fromhex|decompress|decode_base64|base64_decode)\b/;

const opensSocket =
  /(?<![\w.-])(?:ba|z|k)?sh\s+(?:-\w+\s+)*(?:\d*[<>]&?\d*\s*)*\/dev\/(?:tcp|udp)\/|\bexec\s+\d+<>\s*\/dev\/(?:tcp|udp)\/|\bsocket\b.*\b(?:dup2|pty\.spawn|subprocess)\b|\bfsockopen\b.*\bexec\b|\buse Socket\b.*\bexec\b/;

function connects(stages: Stage[]): boolean {
  const isNetwork = ({ words, text }: Stage) =>
    network.test(words[0] ?? "") || /[<>]\s*\/dev\/(tcp|udp)\//.test(text);
  if (stages.some(isNetwork) && stages.some(runsItsInput)) return true;
  return stages.some(
    ({ words, text }) =>
      (/(^|\/)(nc|ncat|netcat|nc\.\w+)$/.test(words[0] ?? "") &&
        words.some((word) => /^(-[a-z]*[ec]|--(sh-)?exec)$/.test(word))) ||
      (/(^|\/)socat$/.test(words[0] ?? "") && /\b(exec|system):["']?\S*sh\b/i.test(text)),
  );
}

/** Files that the stages run, with relative ones in the folder that the line goes to. */
function filesRun(pipelines: Stage[][]): string[] {
  let folder: string | undefined;
  return pipelines.flat().flatMap((stage) => {
    if (stage.words[0] === "cd") folder = stage.words[1];
    const file = fileRun(stage);
    if (file === undefined || /^[~$]/.test(file)) return [];
    if (file.startsWith("/")) return [file];
    return folder ? [`${folder}/${file.replace(/^\.\//, "")}`] : [];
  });
}

/** The program, or the file that a shell, an interpreter or the loader is given. */
function fileRun({ words }: Stage): string | undefined {
  const [program = "", ...args] = words;
  const isGiven = shell.test(program) || interpreter.test(program) || loader.test(program);
  if (isGiven || program === "." || program === "source") {
    const first = args.findIndex((word) => !word.startsWith("-"));
    // The code of an interpreter is no file; a shell's may be one.
    if (
      interpreter.test(program) &&
      args.slice(0, first).some((word) => /^-\w*[ecrnpm]/.test(word))
    )
      return undefined;
    return args[first];
  }
  return program.includes("/") ? program : undefined;
}

const serverOf = (command: string): string | null =>
  /\b(?:curl|wget)\b[^;]*?(?:https?|ftp):\/\/(?:[^/@\s]*@)?([^/\s"':;|]+)/.exec(command)?.[1] ??
  null;
