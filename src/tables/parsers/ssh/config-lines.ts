import { nextWord, splitKeyword } from "../sshd/words.ts";

/** An option of an SSH client configuration: see ssh_config(5). */
export interface SshOption {
  /** The line that begins the block in lower case, such as "host *.example.org"; "" before the first. */
  block: string;
  /** The line in lower case. */
  option: string;
  /** As written. */
  keyword: string;
  value: string;
}

/** Options in order, each with its block. */
export function parseSshConfig(text: string): SshOption[] {
  const options: SshOption[] = [];
  let block = "";
  for (const line of text.split("\n")) {
    const { keyword, rest } = splitKeyword(line) ?? {};
    if (!keyword || rest === undefined) continue;
    if (/^(host|match)$/i.test(keyword)) block = lowerCased(line);
    else options.push({ block, option: lowerCased(line), keyword, value: unquote(rest) });
  }
  return options;
}

/** osquery's form of a line. */
const lowerCased = (line: string) => line.trim().toLowerCase();

/** Removes the quotes of a single quoted argument; anything else as written. */
function unquote(rest: string): string {
  const [word, after] = nextWord(rest);
  return rest.startsWith('"') && after === "" ? word : rest;
}
