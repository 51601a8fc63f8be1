import type { Target } from "./target.ts";

/** Folders of a PATH that are named in full; those left to a variable or the working folder are not known. */
export const foldersOf = (value: string): string[] => [
  ...new Set(
    value
      .split(":")
      .map((folder) => folder.replace(/^~|^\$\{?HOME\}?(?=\/|$)/, "/root"))
      .filter((folder) => folder.startsWith("/") && !folder.includes("$"))
      .map((folder) => folder.replace(/(?<=.)\/+$/, "")),
  ),
];

/** What a file of shell lines gives PATH: `PATH=…`, `export PATH=…`, and zsh's or csh's ways are left out. */
export const pathValues = (text: string): string[] =>
  [...text.matchAll(/^[^#\n]*?(?<![\w$])PATH=("[^"\n]*"|'[^'\n]*'|[^\s;#]*)/gm)].map(([, value]) =>
    value!.replace(/^(["'])(.*)\1$/, "$2"),
  );

/** A target for each folder of a PATH, whose order is in `detail`. */
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
