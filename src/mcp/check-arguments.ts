import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { escapeControl } from "../core/escape-control.ts";
import { suggest } from "../core/suggest.ts";

/** Reported problems per call; hostile arguments could have a hundred thousand. */
const maxProblems = 5;

/** What is wrong with a call's arguments, in one sentence; undefined if nothing is. */
export function checkArguments(schema: TSchema, input: unknown): string | undefined {
  if (Value.Check(schema, input)) return undefined;
  const known = Object.keys((schema as { properties?: object }).properties ?? {});
  const problems = Value.Errors(schema, input)
    // An unknown field is reported twice: by its own schema, `false`, and by the object around it.
    .filter(({ keyword }) => keyword !== "additionalProperties")
    .slice(0, maxProblems)
    .map((failure) => problemText(failure as Failure, known));
  return `${problems.join("; ")}.`;
}

interface Failure {
  keyword: string;
  instancePath: string;
  message: string;
  params: {
    requiredProperties?: string[];
    allowedValues?: unknown[];
  };
}

function problemText({ keyword, instancePath, message, params }: Failure, known: string[]): string {
  const path = pathOf(instancePath);
  if (keyword === "boolean") return unknownArgumentText(path, known);
  const name = shown(path) || "the whole";
  if (keyword === "required") return `${params.requiredProperties?.join(", ")} is missing`;
  if (keyword === "enum") return `${name} must be one of ${params.allowedValues?.join(", ")}`;
  return `${name} ${message}`;
}

function unknownArgumentText(name: string, known: string[]): string {
  const near = suggest(name.slice(0, 64), known);
  return `unknown argument "${shown(name)}"${near ? ` (did you mean ${near}?)` : ""}`;
}

/** A JSON pointer (RFC 6901) as a dotted path. */
function pathOf(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

function shown(text: string): string {
  return escapeControl(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
