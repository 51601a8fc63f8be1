import { expect, test } from "vitest";
import { parseWindowsOptionalFeatures } from "../../../../src/tables/security/windows-optional-features.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

test("a feature is on, off or absent", () => {
  const { rows } = parseWindowsOptionalFeatures(
    printedOn("windows-11-24h2", "windows-optional-features"),
  );
  expect(rows).toEqual([
    {
      name: "SMB1Protocol",
      caption: "SMB 1.0/CIFS File Sharing Support",
      state: 2,
      statename: "Disabled",
    },
    { name: "Recall", caption: "", state: 3, statename: "Absent" },
  ]);
});
