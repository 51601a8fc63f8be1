import { mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { defaultConfigDir } from "../../core/config-dir.ts";
import { writeDurablySync } from "../../core/write-durably.ts";

/** The latest investigation of a terminal on a server or data folder. */
export interface LastQuestion {
  id: string;
  /** The server's URL, or the data folder. */
  place: string;
  /** The process id of the shell, which stands for the terminal. */
  shell: number;
  /** Milliseconds since the epoch. */
  askedAt: number;
}

type Where = Pick<LastQuestion, "place" | "shell">;

/** After this time a text is no follow-up of the question before unless it is said to be. */
const rememberedMs = 3_600_000;

export function lastQuestionFile(env: NodeJS.ProcessEnv): string {
  const folder = defaultConfigDir({ env, platform: process.platform, home: homedir() });
  return join(folder, "last-questions.json");
}

/** Questions of the last hour; none where the file is absent or damaged, because it only saves typing. */
function recent(file: string, nowMs: number): LastQuestion[] {
  try {
    const all = JSON.parse(readFileSync(file, "utf8")) as LastQuestion[];
    return all.filter(({ askedAt }) => askedAt <= nowMs && nowMs - askedAt < rememberedMs);
  } catch {
    return [];
  }
}

const isAt =
  ({ place, shell }: Where) =>
  (one: LastQuestion) =>
    one.place === place && one.shell === shell;

/** The id of the question asked last in this terminal within the hour; null if there is none. */
export function lastQuestion(file: string, where: Where, nowMs: number): string | null {
  return recent(file, nowMs).find(isAt(where))?.id ?? null;
}

/** Keeps a question as the last one of its terminal, in a file that only its owner can read. */
export function rememberQuestion(file: string, question: LastQuestion): void {
  const others = recent(file, question.askedAt).filter((one) => !isAt(question)(one));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporaryPath = `${file}.${process.pid}.tmp`;
  writeDurablySync(file, `${JSON.stringify([question, ...others])}\n`, { temporaryPath });
}
