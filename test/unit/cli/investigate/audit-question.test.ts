import { expect, test } from "vitest";
import { auditQuestion } from "../../../../src/cli/investigate/audit-question.ts";
import { context, reader } from "../../brain/questions/reader-under-test.ts";

test("the question of an audit is read as one about the security of all hosts", () => {
  expect(reader.read(auditQuestion, context)).toMatchObject({
    behaviour: "answer",
    posture: true,
    hosts: [],
    tags: {},
  });
});
