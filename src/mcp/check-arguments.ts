import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { escapeControl } from "../core/escape-control.ts";
import { suggest } from "../core/suggest.ts";

/** Problems told of one call; hostile arguments can have a hundred thousand. */
const maxProblems = 5;

/** What is wrong with a call's arguments, in one sentence; undefined if nothing is. */
export function checkArguments(schema: TSchema, input: unknown): string | undefined {
  if (Value.Check(schema, input)) return undefined;
  const known = Object.keys((schema as { properties?: object }).properties ?? {});
  const problems = Value.Errors(schema, input)
    // What is wrong with an unknown field is told by the object that doesn't know it.
    .filter(({ keyword }) => keyword !== "boolean")
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
    additionalProperties?: string[];
    allowedValues?: unknown[];
  };
}

function problemText({ keyword, instancePath, message, params }: Failure, known: string[]): string {
  const name = shown(instancePath.slice(1).replaceAll("/", ".")) || "the whole";
  if (keyword === "required") return `${params.requiredProperties?.join(", ")} is missing`;
  if (keyword === "enum") return `${name} must be one of ${params.allowedValues?.join(", ")}`;
  if (keyword !== "additionalProperties") return `${name} ${message}`;
  const [stray = ""] = params.additionalProperties ?? [];
  const near = suggest(stray.slice(0, 64), known);
  return `there is no argument ${shown(stray)}${near ? ` (did you mean ${near}?)` : ""}`;
}

function shown(text: string): string {
  return escapeControl(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
