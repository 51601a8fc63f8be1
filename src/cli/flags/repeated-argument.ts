import * as Args from "@oclif/core/args";

/** The last argument of a command that takes one or more of them; it needs `strict = false`. */
export function repeatedArgument(what: string) {
  return Args.string({
    ignoreStdin: true,
    description: `${what} (repeatable)`,
    required: true,
  });
}
