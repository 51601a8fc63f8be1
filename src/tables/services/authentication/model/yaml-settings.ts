import { parse } from "yaml";

/** The settings of a YAML or JSON file by dotted name; undefined when it is absent or no such file. */
export function yamlSettings(text: string | undefined): Map<string, string> | undefined {
  if (text === undefined) return undefined;
  try {
    return new Map(flatten(parse(text) ?? {}, ""));
  } catch {
    return undefined; // not YAML: the caller reports that the configuration is not known
  }
}

function flatten(value: unknown, name: string): [string, string][] {
  if (Array.isArray(value)) return [[name, value.join(",")]];
  if (value === null || typeof value !== "object") return [[name, String(value ?? "")]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, name ? `${name}.${key}` : key),
  );
}
