import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { PlantedRoot } from "./root/planted-root.ts";

/**
 * What a script of the truth says (exit 0: yes, 1: no) once the programs that the case started are
 * up: asked again for a minute, since a busy machine starts an engine slowly.
 */
export async function settle(
  root: PlantedRoot,
  truth: string,
  expected: boolean,
): Promise<boolean> {
  const end = Date.now() + 60_000;
  for (;;) {
    const isTrue = await isReal(root, truth);
    if (isTrue === expected || Date.now() > end) return isTrue;
    await setTimeout(300);
  }
}

export async function isReal(root: PlantedRoot, truth: string): Promise<boolean> {
  const { exitCode, ...printed } = await root.run(truth);
  expect([0, 1], `the truth script ended with ${exitCode}: ${JSON.stringify(printed)}`).toContain(
    exitCode,
  );
  return exitCode === 0;
}
