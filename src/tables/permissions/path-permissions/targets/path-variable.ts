import type { Target } from "./target.ts";

/**
 * Absolute folders of a PATH; those with variables or relative to the working folder are unknown.
 */
export const foldersOf = (value: string): string[] => [
  ...new Set(
    value
      .split(":")
      .map((folder) => folder.replace(/^~|^\$\{?HOME\}?(?=\/|$)/, "/root"))
      .filter((folder) => folder.startsWith("/") && !folder.includes("$"))
      .map((folder) => folder.replace(/(?<=.)\/+$/, "")),
  ),
];

/**
 * Values of PATH in shell lines: `PATH=…`, `export PATH=…`; the syntax of zsh and csh is not
 * covered.
 */
export const pathValues = (text: string): string[] =>
  [...text.matchAll(/^[^#\n]*?(?<![\w$])PATH=("[^"\n]*"|'[^'\n]*'|[^\s;#]*)/gm)].map(([, value]) =>
    value!.replace(/^(["'])(.*)\1$/, "$2"),
  );

/** One target per folder of a PATH, with its position in `detail`. */
export const pathTargets = (
  value: string,
  { source, run_as, enabled }: Pick<Target, "source" | "run_as" | "enabled">,
): Target[] =>
  foldersOf(value).map((target) => ({
    purpose: "path_folder",
    source,
    run_as,
    enabled,
    detail: value,
    target,
  }));
