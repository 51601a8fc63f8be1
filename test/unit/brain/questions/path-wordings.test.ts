import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PathEnd, PathQuestion } from "../../../../src/contract/reading.ts";
import { reader } from "./reader-under-test.ts";

const context = {
  hosts: "web-1 web-2 app-1 db-1 db-2 ci-1 bastion-1 jump-1 backup-1 laptop-3 git-1".split(" "),
  tags: [
    { env: "prod", role: "web" },
    { env: "prod", role: "db" },
    { env: "dev", role: "ci" },
  ],
  now: Date.UTC(2026, 10, 1),
};

const endText = ({ kind, name, host, tags, priv }: PathEnd) =>
  [
    priv && priv !== "any" ? `${priv} on` : "",
    kind === "host" && name ? "" : kind,
    name ?? Object.values(tags ?? {}).join(","),
    host ? `on ${host}` : "",
  ]
    .filter(Boolean)
    .join(" ");

function told({ mode, from, to, avoid, via, max_hops }: PathQuestion): string {
  const extras = [
    ...(avoid ? [`without ${avoid.join(",")}`] : []),
    ...(via ? [`via ${via.join(",")}`] : []),
    ...(max_hops ? [`in ${max_hops}`] : []),
  ];
  return [`${mode}: ${endText(from)} > ${endText(to)}`, ...extras].join(" ");
}

/** Lines `question => reading`; `-` for a question that asks for no path. */
const lines = readFileSync(new URL("./path-wordings.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => line.split(" => ") as [string, string]);

/** The reader has learned from these: see examples.test.ts. */
test("most of the wordings are read to the letter", () => {
  const missed = lines.filter(([question, wanted]) => {
    const { path } = reader.read(question, context);
    return (path ? told(path) : "-") !== wanted;
  });
  expect(missed.length / lines.length).toBeLessThan(0.25);
});

test.each([
  ["without samba, can anyone reach db-1?", ["samba"]],
  ["without the frobnicator, can anyone get from web-1 to db-1?", ["frobnicator"]],
  ["if frobnicator was removed, could web-1 reach db-1?", ["frobnicator"]],
  ["can bob become root on db-1 without privileges?", undefined],
])("%s: what is done without is never left out of the question", (question, avoid) => {
  expect(reader.read(question, context).path?.avoid).toEqual(avoid);
});

test("who can become root is a question for the pathfinder and for detections", () => {
  const reading = reader.read("who can become root on web-1?", context);
  expect(reading.route).toEqual(["pathfinder", "detections"]);
  expect(reading.detections).toContain("nopasswd_sudo");
  expect(reading.hosts).toEqual(["web-1"]);
  expect(reading.text).toMatch(/path analysis.*checks/);
});
