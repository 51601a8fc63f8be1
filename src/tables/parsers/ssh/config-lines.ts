import { nextWord, splitKeyword } from "../sshd/words.ts";

/** An option of an SSH client configuration: see ssh_config(5). */
export interface SshOption {
  /** "Host *.example.org", "Match user alice"; "" before the first block. */
  block: string;
  /** As written. */
  option: string;
  value: string;
}

/** Options in order, each with its block. */
export function parseSshConfig(text: string): SshOption[] {
  const options: SshOption[] = [];
  let block = "";
  for (const line of text.split("\n")) {
    const { keyword, rest } = splitKeyword(line) ?? {};
    if (!keyword || rest === undefined) continue;
    if (/^(host|match)$/i.test(keyword)) block = `${keyword} ${rest}`;
    else options.push({ block, option: keyword, value: unquote(rest) });
  }
  return options;
}

/** Removes the quotes of a single quoted argument; anything else as written. */
function unquote(rest: string): string {
  const [word, after] = nextWord(rest);
  return rest.startsWith('"') && after === "" ? word : rest;
}
