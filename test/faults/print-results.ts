import type { FaultResult } from "./run-fault.ts";

const columns: Record<string, (result: FaultResult) => string> = {
  fault: ({ what }) => what,
  questions: ({ questions }) => `${questions}`,
  "sent again": ({ refusals }) => `${refusals}`,
  "scheduled runs": ({ runs }) => `${runs}`,
  deliveries: ({ deliveries }) => `${deliveries}`,
  "arrived again": ({ repeats }) => `${repeats}`,
  "most times": ({ most, interruptions }) => `${most} of ${1 + interruptions}`,
  seconds: ({ seconds }) => seconds.toFixed(0),
  met: ({ problems }) => (problems.length === 0 ? "yes" : "NO"),
};

/** Prints a line for each fault, and below them what was not as it should be. */
export function printResults(results: FaultResult[]): void {
  const titles = Object.keys(columns);
  const lines = results.map((result) => Object.values(columns).map((cell) => cell(result)));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]!.length)),
  );
  const print = (line: string[]) =>
    console.log(`| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`);
  print(titles);
  print(widths.map((width) => "-".repeat(width)));
  for (const line of lines) print(line);
  for (const { what, problems } of results)
    for (const problem of problems) console.log(`${what}: ${problem}`);
}
