/** A folder exported to one set of clients. */
export interface NfsExport {
  path: string;
  client: string;
  options: string;
}

/**
 * Entries of an exports(5) file. Line format: path, then clients with options in parentheses;
 * "-options" before them are defaults; a missing client or one without a name ("(rw)") is everyone.
 */
export function parseExports(text: string): NfsExport[] {
  return joinLines(text).flatMap((line) => {
    const [, quoted, bare, rest = ""] = /^(?:"([^"]*)"|(\S+))(?:\s+(.*))?$/.exec(line) ?? [];
    const path = unescapeOctal(quoted ?? bare ?? "");
    if (!path.startsWith("/")) return [];
    const words = rest.split(/\s+/).filter(Boolean);
    const defaults = words.find((word) => word.startsWith("-"))?.slice(1) ?? "";
    const clients = words.filter((word) => !word.startsWith("-"));
    return (clients.length > 0 ? clients : ["*"]).map((word) => ({
      path,
      ...splitClient(word, defaults),
    }));
  });
}

/** Lines without comments; a backslash at the end joins the next one. */
function joinLines(text: string): string[] {
  return text
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean);
}

function splitClient(word: string, defaults: string): { client: string; options: string } {
  const [, name = "", own = ""] = /^([^(]*)(?:\(([^)]*)\)?)?/.exec(word) ?? [];
  return { client: name || "*", options: [defaults, own].filter(Boolean).join(",") };
}

/** A space in a path is written \040. */
const unescapeOctal = (path: string) =>
  path.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
