import { expect, test } from "vitest";
import { createReader } from "../../../../../src/brain/questions/create-reader.ts";
import { ownDetection } from "../../../../helpers/own-detection.ts";
import { context, everyDetection, lexicon, loadModel } from "../reader-under-test.ts";

const backups = {
  ...ownDetection,
  id: "backup_agent_outdated",
  title: "The backup agent is outdated",
  phrases: ["outdated restic agents", "remove rm -rf from restic hooks"],
};
const reader = createReader({
  lexicon,
  detections: [...everyDetection, ownDetection, backups],
  own: new Set([ownDetection.id, backups.id]),
  loadModel,
});
const read = (question: string) => reader.read(question, context);

test.each([
  "telnet clients installed",
  "Which hosts have a telnet client installed?",
  "is there any telnet client instaled on our machines",
  "show me the hosts that still have telnet programs",
  "a telnet client is installed",
  "telnet_client_installed",
])("%s leads to the detection", (question) => {
  expect(read(question)).toMatchObject({
    behaviour: "answer",
    route: ["detections"],
    detections: [ownDetection.id],
  });
});

test("the hosts of the question are no part of the phrase", () => {
  expect(read("are telnet clients installed on web-1?")).toMatchObject({
    detections: [ownDetection.id],
    hosts: ["web-1"],
    confidence: 0.95,
  });
});

test("a phrase that looks like code is a phrase", () => {
  expect(read("remove rm -rf from restic hooks")).toMatchObject({ detections: [backups.id] });
});

test("a word beside the phrase lowers the confidence and is named", () => {
  expect(read("outdated restic agents running")).toMatchObject({
    detections: expect.arrayContaining([backups.id]),
    ignored: ["running"],
    confidence: expect.closeTo(0.81, 2),
  });
});

test.each([
  ["which users have uid 0?", "about something else"],
  ["is telnet listening anywhere?", "with one word of the phrase"],
  ["delete the outdated restic agents", "that asks for a change"],
  ["is this machine secure?", "about everything"],
])("%s, a question %s, is read as without own detections", (question) => {
  const plain = createReader({ lexicon, detections: everyDetection, loadModel });
  expect(read(question)).toEqual(plain.read(question, context));
});

test("phrases of a replaced detection lead to it, and so do those that the model learned", () => {
  const replacing = {
    ...ownDetection,
    id: "ssh_root_login",
    phrases: ["root logins of the break glass policy"],
  };
  const others = everyDetection.filter(({ id }) => id !== "ssh_root_login");
  const replaced = createReader({
    lexicon,
    detections: [...others, replacing],
    own: new Set(["ssh_root_login"]),
    loadModel,
  });
  for (const question of [replacing.phrases[0]!, "can root log in over ssh?"])
    expect(replaced.read(question, context).detections[0]).toBe("ssh_root_login");
});
