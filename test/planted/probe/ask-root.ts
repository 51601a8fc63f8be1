import type { PlantedRoot } from "../root/planted-root.ts";

/** On a busy machine a container engine may not answer in time, or a walk over the disk not end. */
const mostRounds = 5;

interface Asked<Answer> {
  command: string;
  input: unknown;
  /** What went wrong with a part of the answer. */
  reasons(answer: Answer): (string | undefined)[];
}

/** What a program in a root answers, both as JSON; asked again while a part of it ran out of time. */
export async function askRoot<Answer>(
  root: PlantedRoot,
  { command, input, reasons }: Asked<Answer>,
): Promise<Answer[]> {
  for (let round = 1; ; round++) {
    const { stdout, stderr, exitCode } = await root.run(command, { stdin: JSON.stringify(input) });
    if (exitCode !== 0) throw new Error(`The probe failed: ${stderr}`);
    const answers = JSON.parse(stdout) as Answer[];
    const isLate = answers.some((one) => reasons(one).includes("timed_out"));
    if (round === mostRounds || !isLate) return answers;
  }
}
