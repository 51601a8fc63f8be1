import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { scheduleHint } from "../../../../../src/brain/pathfinder/report/schedule-hint.ts";

test.each(["can bob get to db-1?", 'can bob\'s key open db-1; rm -rf $HOME `id` "x"'])(
  "a shell takes the question as it was asked: %s",
  (query) => {
    const [, command = ""] = scheduleHint(query).split(": inquest curiosity add ");
    const typed = execFileSync("sh", ["-c", `printf '%s\\n' ${command}`], { encoding: "utf8" });
    expect(typed.split("\n")).toEqual([query, "--every", "24h", ""]);
  },
);
