import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, the longest first: started late, one of them would run on alone. */
const longest = [
  "e2e/contract-agents",
  "e2e/bare-contract",
  "unit/brain/pathfinder/generated-estates",
  "unit/engine/worker/start-engine",
  "unit/server/agents/check-in-routes",
  "e2e/pipe",
  "unit/estate/answer-key",
];

/** Unit test files to one end-to-end file, which waits for processes most of its time. */
const unitFilesPerEndToEnd = 6;

/** Files in an order that keeps all workers busy to the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = [...files].sort((a, b) => rankOf(a) - rankOf(b) || byName(a, b));
    // Isolated files together and first: between others they would end the shared workers.
    const isolated = sorted.filter(({ project }) => project.config.isolate);
    const shared = sorted.filter(({ project }) => !project.config.isolate);
    return [...isolated, ...mixed(shared)];
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank < 0 ? longest.length : rank;
}

const byName = (a: TestSpecification, b: TestSpecification) => (a.moduleId < b.moduleId ? -1 : 1);

const isEndToEnd = ({ moduleId }: TestSpecification) => moduleId.includes("/e2e/");

function mixed(files: TestSpecification[]): TestSpecification[] {
  const endToEnd = files.filter(isEndToEnd);
  const unit = files.filter((file) => !isEndToEnd(file));
  const result: TestSpecification[] = [];
  while (endToEnd.length > 0 || unit.length > 0)
    result.push(...endToEnd.splice(0, 1), ...unit.splice(0, unitFilesPerEndToEnd));
  return result;
}
