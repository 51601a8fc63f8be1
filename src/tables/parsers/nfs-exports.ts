/** A folder exported to one set of clients. */
export interface NfsExport {
  path: string;
  client: string;
  options: string;
}

/**
 * Entries of an exports(5) file. Line format: path, then clients with options in parentheses;
 * "-options" are defaults of the clients after them; a missing client or one without a name
 * ("(rw)") is everyone.
 */
export function parseExports(text: string): NfsExport[] {
  return joinLines(text).flatMap((line) => {
    const [, quoted, bare, rest = ""] = /^(?:"([^"]*)"|(\S+))(?:\s+(.*))?$/.exec(line) ?? [];
    const path = unescapeOctal(quoted ?? bare ?? "");
    if (!path.startsWith("/")) return [];
    return parseClients(rest.split(/\s+/).filter(Boolean)).map((one) => ({ path, ...one }));
  });
}

function parseClients(words: string[]): Omit<NfsExport, "path">[] {
  let defaults = "";
  const clients = words.flatMap((word) => {
    if (!word.startsWith("-")) return [splitClient(word, defaults)];
    defaults = word.slice(1);
    return [];
  });
  return clients.length > 0 ? clients : [splitClient("*", defaults)];
}

/** One entry for each "sec=": the options after it hold for its flavours, those before the first for all. */
export function splitFlavours(entry: NfsExport): NfsExport[] {
  const [common, ...flavours] = `,${entry.options}`.split(/,(?=sec=)/);
  if (flavours.length < 2) return [entry];
  return flavours.map((own) => ({
    ...entry,
    options: [common?.slice(1), own].filter(Boolean).join(","),
  }));
}

/** The rights that an entry gives, in one form for the exports file and the table of mountd. */
export function exportRights({ path, client, options }: NfsExport): string {
  const words = options.split(",");
  const last = (...names: string[]) => words.findLast((word) => names.includes(word)) ?? names[0];
  const squash = [last("root_squash", "no_root_squash"), last("no_all_squash", "all_squash")];
  const id = Number(words.findLast((word) => word.startsWith("anonuid="))?.slice(8) ?? Number.NaN);
  const flavours = words.findLast((word) => word.startsWith("sec=")) ?? "sec=sys";
  return [path, client, last("ro", "rw"), ...squash, id === 0, flavours].join("\n");
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
