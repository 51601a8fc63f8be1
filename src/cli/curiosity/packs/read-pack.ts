import { basename, extname } from "node:path";
import { parseAllDocuments, YAMLError } from "yaml";
import { readRegularFile } from "../../../core/files/read-regular-file.ts";
import { usageError } from "../../errors/usage-error.ts";
import { readFleetYaml } from "./fleet-yaml.ts";
import { parseOsqueryJson, readOsqueryPack } from "./osquery-pack.ts";
import { isRecord, type PackFile } from "./types.ts";

const maxBytes = 4 << 20;
const formats = "It must be a pack or config of osquery (JSON), or Fleet's YAML.";

/** The queries of a file in osquery's or Fleet's format. */
export function readPack(path: string): PackFile {
  const pack = parsePack(readText(path), path);
  if (pack.queries.length > 0) return pack;
  throw usageError(`${path} has no queries.`, pack.notes[0] ?? formats);
}

/** The queries of a file's text; `path` is for names and errors. */
export function parsePack(text: string, path: string): PackFile {
  const fileName = basename(path, extname(path));
  if (!isJson(text)) return readFleetYaml(parseDocuments(text, path), fileName);
  const file = parsed(path, "JSON", () => parseOsqueryJson(text));
  return isRecord(file) ? readOsqueryPack(file, fileName) : { queries: [], notes: [] };
}

/** JSON begins with a brace, after comments. */
const isJson = (text: string) => /^\ufeff?(?:\s|(?:#|\/\/).*)*\{/.test(text);

function parseDocuments(text: string, path: string): unknown[] {
  return parsed(path, "YAML", () =>
    [...parseAllDocuments(text)].map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS();
    }),
  );
}

/** What the parsers throw for a broken text; `ReferenceError` for YAML aliases that would grow without end. */
const syntaxErrors = [SyntaxError, YAMLError, ReferenceError];

function parsed<T>(path: string, format: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!syntaxErrors.some((kind) => error instanceof kind)) throw error;
    const [why] = (error as Error).message.split("\n");
    throw usageError(`${path} is not valid ${format}: ${why}`, formats);
  }
}

function readText(path: string): string {
  try {
    const bytes = readRegularFile(path, ({ size }) => {
      if (size > maxBytes) throw new Error(`it is larger than ${maxBytes >> 20} MiB`);
    });
    return bytes.toString("utf8").replace(/^\ufeff/, "");
  } catch (error) {
    throw usageError(`${path} can't be read: ${(error as Error).message}`, "Check the path.");
  }
}
