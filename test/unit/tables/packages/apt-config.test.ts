import { expect, test } from "vitest";
import { aptConfig } from "../../../../src/tables/packages/apt-config.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("settings are read as APT combines them, empty ones and lists too", async () => {
  const printed = 'APT "";\nAPT::NeverAutoRemove:: "^linux-.*";\nAcquire::Retries "3";\n';
  const host = temporaryHost({ "etc/apt/sources.list": "" }, { "apt-config dump": printed });
  expect(await aptConfig.collect(host)).toEqual({
    rows: [
      { name: "APT", value: "" },
      { name: "APT::NeverAutoRemove::", value: "^linux-.*" },
      { name: "Acquire::Retries", value: "3" },
    ],
    gaps: [],
  });
});

test("without APT the table is missing", async () => {
  await expect(async () => aptConfig.collect(temporaryHost({}))).rejects.toThrow("not found");
});
