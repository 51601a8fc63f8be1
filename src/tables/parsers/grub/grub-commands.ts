export interface GrubCommand {
  /** Still quoted. */
  words: string[];
  /** Whether a block in braces follows, which ends with the command `}`. */
  opens: boolean;
}

/** The commands of a script, in their order, with keywords such as `then` as their first words. */
export function grubCommands(script: string): GrubCommand[] {
  const found: GrubCommand[] = [];
  let words: string[] = [];
  const end = (opens = false) => {
    if (words.length > 0) found.push({ words, opens });
    words = [];
  };
  const token =
    /\\\n|[ \t\r]+|#[^\n]*|[\n;]|[{}](?=[\s;]|$)|(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|\$\{\w+\}|[^\s;'"\\])+|./gs;
  for (const [one] of script.matchAll(token)) {
    if (one === "\n" || one === ";") end();
    else if (one === "{") end(true);
    else if (one === "}") {
      end();
      words = ["}"];
      end();
    } else if (!/^(?:#|\\\n|[ \t\r])/.test(one)) words.push(one);
  }
  end();
  return found;
}
