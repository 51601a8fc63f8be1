import type { Target } from "./target.ts";

/**
 * Folders of a PATH; those with variables are unknown. An empty one is the working folder, as ".",
 * but an empty PATH is none.
 */
export const foldersOf = (value: string): string[] => [
  ...new Set(
    (value === "" ? [] : withoutExpansions(value).split(":"))
      .map((folder) => folder.replace(/^~|^\$\{?HOME\}?(?=\/|$)/, "/root"))
      .filter((folder) => folder.startsWith("/") || isRelative(folder))
      .filter((folder) => !folder.includes("$"))
      .map((folder) => folder.replace(/(?<=.)\/+$/, "") || "."),
  ),
];

const isRelative = (folder: string) => /^[\w./+-]*$/.test(folder);

/** `${PATH:+${PATH}:}/opt/bin` has colons that separate nothing. */
const withoutExpansions = (value: string): string =>
  value
    .replace(/\$\{(?!HOME\})[^{}]*\}/g, "$")
    .replace(/\$\{(?!HOME\})[^{}]*\}/g, "$")
    .replace(/\$\([^)]*\)|`[^`]*`/g, "$");

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
  user: Pick<Target, "source" | "run_as" | "enabled" | "barred">,
): Target[] =>
  foldersOf(value).map((target) => ({
    purpose: "path_folder",
    // What is put there is executed by the kernel.
    executed: 1,
    ...user,
    detail: value,
    target,
  }));
