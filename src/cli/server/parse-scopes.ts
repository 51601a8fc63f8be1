import { apiScopes } from "../../contract/enums.ts";
import type { ApiScope } from "../../contract/scopes.ts";
import { suggest } from "../../core/suggest.ts";
import { usageError } from "../errors/usage-error.ts";

/** The scopes of a comma-separated list, each once; every one must exist. */
export function parseScopes(text: string): ApiScope[] {
  const words = text.split(",").map((word) => word.trim());
  return [...new Set(words)].map((word) => {
    const scope = apiScopes.find((known) => known === word);
    if (scope) return scope;
    const near = suggest(word, [...apiScopes]);
    const hint = near ? `Did you mean ${near}?` : `Scopes are ${apiScopes.join(", ")}.`;
    throw usageError(`There is no scope "${word}".`, hint);
  });
}
