import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../..", import.meta.url));

export interface DocumentedLine {
  file: string;
  /** As it is typed, on one line. */
  text: string;
}

/** README.md and every page of docs/. */
export function documents(): { file: string; text: string }[] {
  const pages = readdirSync(join(project, "docs")).filter((name) => name.endsWith(".md"));
  const files = ["README.md", ...pages.map((name) => `docs/${name}`)];
  return files.map((file) => ({ file, text: readFileSync(join(project, file), "utf8") }));
}

/** The language of each fence that opens a block: "" for none. */
export function fencesOf(text: string): string[] {
  return [...text.matchAll(/^```(.*)\n[\s\S]*?^```$/gm)].map((match) => match[1]!);
}

/** What the documents have people type: the lines of `sh` blocks, and of `console` ones those after `$ `. */
export function documentedLines(): DocumentedLine[] {
  return documents().flatMap(({ file, text }) =>
    [...text.matchAll(/^```(sh|console)\n([\s\S]*?)^```$/gm)].flatMap(([, language, block]) =>
      linesOf(block!, language === "console").map((line) => ({ file, text: line })),
    ),
  );
}

function linesOf(block: string, isSession: boolean): string[] {
  const lines = block.replaceAll(/\\\n\s*/g, "").split("\n");
  const typed = isSession
    ? lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2))
    : lines;
  return typed.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}
