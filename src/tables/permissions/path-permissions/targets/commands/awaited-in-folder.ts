import type { GapReader } from "../../../../host/gap-reader.ts";
import type { Host } from "../../../../host/port.ts";
import { isProgram } from "./is-program.ts";
import { simpleCommands } from "./simple-commands.ts";

/** What a shell does itself, without looking for a program. */
const builtIn = new Set(
  `. : [ alias bg break builtin case cd chdir command continue declare dirs disown do done echo elif
  else enable esac eval exec exit export false fc fg fi for function getopts hash help history if jobs
  kill let local logout popd printf pushd pwd read readonly return select set shift shopt source
  suspend test then time times trap true type typeset ulimit umask unalias unset until wait while { }
  !`.split(/\s+/),
);

/** The programs that a shell line surely starts by their names alone. */
const lookedUp = (host: Host, line: string): string[] =>
  simpleCommands(host, line)
    .filter(({ isSure, words: [first = ""] }) => isSure && isName(first) && !builtIn.has(first))
    .map(({ words }) => words[0]!);

const isName = (word: string) => /^[\w+-][\w.+-]*$/.test(word) && /\D/.test(word);

/** What keeps a program put into a folder of the PATH from being run; null: it is run. */
export function awaitedInFolder(
  { host }: GapReader,
  { folders, commands }: { folders: string[]; commands: string[] },
  folder: string,
): string | null {
  const earlier = folders.slice(0, folders.indexOf(folder));
  const waits = commands
    .flatMap((command) => lookedUp(host, command))
    .map((program) => {
      const first = earlier.find((one) => isProgram(host, `${one}/${program}`));
      return first === undefined ? null : `${program} is not found in ${first} first`;
    });
  if (waits.length === 0) return "what it runs starts a program by its name alone";
  return waits.includes(null) ? null : waits[0]!;
}
