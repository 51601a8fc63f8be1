import { type Criterion, parseMatch } from "./match.ts";
import { type OptionSpec, optionOf } from "./options.ts";
import { readArguments } from "./value.ts";
import { splitArguments, splitKeyword } from "./words.ts";

/** An option set by a configuration line. */
export interface Directive {
  spec: OptionSpec;
  /** In the form `sshd -T` prints. */
  values: string[];
  /** "file:line". */
  source: string;
  /** null outside Match; inside, the criteria a connection must match, empty for "Match all". */
  criteria: Criterion[] | null;
}

/** An included file that could not be read: options not set before this point are unknown. */
export interface BlindSpot {
  unreadable: string;
  criteria: Criterion[] | null;
}

export type ParsedSshdConfig = (Directive | BlindSpot)[];

/** The parser's access to files; undefined for one that can't be read. */
export interface ConfigFiles {
  read(path: string): string | undefined;
  glob(pattern: string): { paths: string[]; unreadable: string[] };
}

const maxIncludeDepth = 16;

/**
 * Directives in sshd's order, with Include expanded in place. A Match block ends at the next Match
 * or the end of its file; in a file that a Match block includes, Match narrows that block. Lines
 * that would keep sshd from starting are skipped.
 */
export function parseSshdConfig(
  path: string,
  files: ConfigFiles,
  outer: { criteria: Criterion[] | null; depth: number } = { criteria: null, depth: 0 },
): ParsedSshdConfig {
  const contents = files.read(path);
  if (contents === undefined) return [{ unreadable: path, criteria: outer.criteria }];
  const parsed: ParsedSshdConfig = [];
  let criteria: Criterion[] | null | undefined = outer.criteria;
  for (const [index, line] of contents.split("\n").entries()) {
    const { keyword = "", rest = "" } = splitKeyword(line) ?? {};
    if (keyword.toLowerCase() === "match") {
      const inner = parseMatch(rest);
      criteria = inner && [...(outer.criteria ?? []), ...inner];
    } else if (criteria === undefined || keyword === "") {
      // a block after an invalid Match line applies to nobody
    } else if (keyword.toLowerCase() === "include") {
      parsed.push(...include(rest, files, { criteria, depth: outer.depth + 1 }));
    } else {
      parsed.push(...parseDirective({ keyword, rest, source: `${path}:${index + 1}`, criteria }));
    }
  }
  return parsed;
}

function include(
  rest: string,
  files: ConfigFiles,
  context: { criteria: Criterion[] | null; depth: number },
): ParsedSshdConfig {
  if (context.depth > maxIncludeDepth) return [];
  return (splitArguments(rest) ?? []).flatMap((argument) => {
    const pattern = /^[/~]/.test(argument) ? argument : `/etc/ssh/${argument}`;
    const { paths, unreadable } = files.glob(pattern);
    return [
      ...unreadable.map((path) => ({ unreadable: path, criteria: context.criteria })),
      ...paths.flatMap((path) => parseSshdConfig(path, files, context)),
    ];
  });
}

function parseDirective({
  keyword,
  rest,
  source,
  criteria,
}: {
  keyword: string;
  rest: string;
  source: string;
  criteria: Criterion[] | null;
}): Directive[] {
  const spec = optionOf(keyword);
  const values = spec && readArguments(spec.kind, rest);
  if (!spec || !values) return [];
  if (criteria && criteria.length > 0 && !spec.inMatch) return [];
  // "Match all" always applies, so options that Match can't set are global in it
  return [{ spec, values, source, criteria: spec.inMatch ? criteria : null }];
}
