import { expect, test } from "vitest";
import { cronNames } from "../../../../../src/tables/services/crontab/cron-names.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const names = ["backup", "backup.sh", "backup~", "backup.rpmsave", ".hidden", "a_b-1"];

test("Debian's cron takes no name with a dot", () => {
  const { isTable, isScript } = cronNames(temporaryHost({ "/usr/sbin/cron": "" }));
  expect(names.filter(isTable)).toEqual(["backup", "a_b-1"]);
  expect(names.filter(isScript)).toEqual(["backup", "a_b-1"]);
});

test.each<Record<string, string>>([
  { "/usr/sbin/crond": "" },
  { "/usr/sbin/cron": "", "/etc/sysconfig/cron": "" },
])("cronie takes names with a dot, but no leftovers", (files) => {
  const { isTable, isScript } = cronNames(temporaryHost(files));
  expect(names.filter(isTable)).toEqual(["backup", "backup.sh", "a_b-1"]);
  expect(names.filter(isScript)).toEqual(["backup", "backup.sh", "a_b-1"]);
});
