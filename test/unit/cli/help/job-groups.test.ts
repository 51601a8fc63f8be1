import { expect, test } from "vitest";
import { byJob } from "../../../../src/cli/help/job-groups.ts";

test("commands are told by job, and what no job has comes last", () => {
  expect(byJob(["curiosity", "new", "investigate", "top"])).toEqual([
    { title: "Ask", names: ["investigate", "curiosity"] },
    { title: "Run and monitor a server", names: ["top"] },
    { title: "More", names: ["new"] },
  ]);
});
