import { expect, test } from "vitest";
import { createReader } from "../../../../src/brain/questions/create-reader.ts";
import { everyDetection, lexicon, loadModel } from "./reader-under-test.ts";

const reader = createReader({ lexicon, detections: everyDetection, loadModel });
const context = {
  hosts: ["db-1", "web-1"],
  tags: [{ env: "prod" }, { env: "staging" }],
  now: Date.UTC(2026, 10, 20, 12),
};

test.each([
  "is this machine secure?",
  "what should I fix first?",
  "how bad is db-1?",
  "security posture of the fleet",
  "are we safe?",
  "give me a security report",
  "what is wrong with web-1",
  "run a security audit",
  "how secure are we?",
  "is db-1 hardened?",
  "security overview",
  "what's our security posture?",
  "full security scan please",
  "check everything",
  "audit this host",
  "where are we weak?",
  "what are our biggest risks?",
  "show me the security status",
  "is anything insecure here?",
  "run all checks",
  "security assessment for web-1",
  "how vulnerable is db-1?",
  "give me a hardening report",
  "what would an auditor complain about?",
  "list every security problem",
  "what security issues do we have?",
])("%s asks for the whole catalogue", (question) => {
  expect(reader.read(question, context).posture).toBe(true);
});

test.each(["audit prod", "is prod in good shape security-wise?", "security audit of prod hosts"])(
  "%s asks for it on the hosts of a tag",
  (question) => {
    expect(reader.read(question, context)).toMatchObject({ posture: true, tags: { env: "prod" } });
  },
);

test.each([
  "which hosts let root log in by password?",
  "what runs on web-1?",
  "is ssh up to date?",
])("%s does not", (question) => {
  expect(reader.read(question, context).posture).toBeUndefined();
});
