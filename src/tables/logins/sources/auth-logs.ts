import { gunzipSync } from "node:zlib";
import type { Gap } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { textOfBytes } from "../../parsers/byte-text.ts";
import { parseAuthEntries } from "../../parsers/logs/auth-log.ts";

const folder = "/var/log";
const maxBytes = 64 << 20;
/** What the first and the last dated line are looked for in. */
const endChars = 64 << 10;

/** The authentication log with its rotated files, oldest first: a text each. */
export interface AuthLogs {
  source: string;
  texts: string[];
  /** Times of the first and the last line; null where no line has one. */
  since: number | null;
  until: number | null;
}

/** auth.log of Debian, secure of Red Hat; several where both are kept. Tables share them. */
export function readAuthLogs(read: GapReader): AuthLogs[] {
  const { logs, gaps } = once(read.host, findAuthLogs);
  read.report(...gaps);
  return logs;
}

function findAuthLogs(host: Host): { logs: AuthLogs[]; gaps: Gap[] } {
  const read = gapReader(host);
  return { logs: findLogs(read), gaps: read.gaps };
}

function findLogs(read: GapReader): AuthLogs[] {
  const names = read.list(folder);
  return ["auth.log", "secure"].flatMap((name) => {
    const texts = newestFirst(names, name)
      .map((file) => readLog(read, `${folder}/${file}`))
      .reverse();
    // What is older than a file that could not be read has a hole behind it.
    const readable = texts.slice(texts.lastIndexOf(undefined) + 1) as string[];
    if (readable.length === 0) return [];
    return [{ source: `${folder}/${name}`, texts: readable, ...spanOfLogs(readable, read) }];
  });
}

/** auth.log, auth.log.1, auth.log.2.gz…, or secure, secure-20260101, secure-20251225.gz… */
function newestFirst(names: string[], name: string): string[] {
  const ageOf = (file: string) => {
    if (file === name) return -1;
    if (!file.startsWith(name)) return undefined;
    const [, number, date] =
      /^(?:\.(\d{1,4})|[-.](\d{8}(?:-?\d{1,6})?))(?:\.gz)?$/.exec(file.slice(name.length)) ?? [];
    if (date) return 1e20 - Number(date.replace("-", "").padEnd(14, "0"));
    return number ? Number(number) : undefined;
  };
  return names
    .flatMap((file) => {
      const age = ageOf(file);
      return age === undefined ? [] : [{ file, age }];
    })
    .sort((a, b) => a.age - b.age)
    .map(({ file }) => file);
}

function readLog(read: GapReader, path: string): string | undefined {
  const bytes = read.bytes(path, maxBytes);
  if (!bytes || !path.endsWith(".gz")) return bytes && textOfBytes(bytes);
  try {
    return textOfBytes(gunzipSync(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    read.report({ reason: "error", detail: `${path}: ${(error as NodeJS.ErrnoException).code}` });
    return undefined;
  }
}

function spanOfLogs(texts: string[], { host }: GapReader): Pick<AuthLogs, "since" | "until"> {
  const nowSeconds = Math.floor(host.now() / 1000);
  const timesOf = (text: string) =>
    parseAuthEntries(text, { nowSeconds, tags: /./ }).map(({ time }) => time);
  const firsts = texts.map((text) => timesOf(text.slice(0, endChars))[0]);
  const lasts = texts.map((text) => timesOf(text.slice(-endChars)).at(-1));
  return { since: firsts.find(isTime) ?? null, until: lasts.findLast(isTime) ?? null };
}

const isTime = (time: number | undefined): time is number => time !== undefined;
