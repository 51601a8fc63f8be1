import { type Criterion, parseMatch } from "./match.ts";
import { type OptionSpec, optionOf } from "./options.ts";
import { readArguments } from "./value.ts";
import { splitArguments, splitKeyword } from "./words.ts";

/** An option set by a line of the configuration. */
export interface Directive {
  spec: OptionSpec;
  /** In the form `sshd -T` prints. */
  values: string[];
  /** "file:line". */
  source: string;
  /** null outside Match; what a connection must meet inside, nothing for "Match all". */
  criteria: Criterion[] | null;
}

/** Where an included file could not be read: from here on what was not yet set is unknown. */
export interface BlindSpot {
  unreadable: string;
  criteria: Criterion[] | null;
}

export type ParsedSshdConfig = (Directive | BlindSpot)[];

/** How the parser reaches files; undefined for one that can't be read. */
export interface ConfigFiles {
  read(path: string): string | undefined;
  glob(pattern: string): { paths: string[]; unreadable: string[] };
}

const maxIncludeDepth = 16;

/**
 * Directives in the order sshd meets them, Include followed where it stands. A Match lasts to
 * the next one or the end of its file; in a file that a Match block includes it narrows that block.
 * Lines that sshd would refuse to start with are skipped.
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
      // a block behind a Match that sshd refuses applies to nobody
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
  // "Match all" is active from the start, so options that no Match may set are global in it
  return [{ spec, values, source, criteria: spec.inMatch ? criteria : null }];
}
