import { expect, test } from "vitest";
import { windowsSupportEnd } from "../../../../../src/tables/system/os-version/windows-support-ends.ts";

test.each([
  ["Microsoft Windows 11 Pro", "23H2", "2025-11-11"],
  ["Microsoft Windows 11 Enterprise", "23H2", "2026-11-10"],
  ["Microsoft Windows 11 Famille", "24H2", "2026-10-13"],
  ["Microsoft Windows 10 Home", "22H2", "2025-10-14"],
  ["Microsoft Windows 10 Enterprise LTSC", "21H2", "2027-01-12"],
  ["Microsoft Windows 10 Enterprise 2016 LTSB", "1607", "2026-10-13"],
  ["Microsoft Windows 10 IoT Enterprise LTSC", "21H2", undefined],
  ["Microsoft Windows 7 Professional", "", "2020-01-14"],
  ["Microsoft Windows Server 2012 R2 Standard", "", "2023-10-10"],
  ["Microsoft Windows Server 2019 Datacenter", "1809", "2029-01-09"],
  ["Microsoft Windows Server Datacenter", "23H2", undefined],
  ["Microsoft Windows 11 Pro", "29H2", undefined],
])("%s %s: %s", (name, release, end) => {
  expect(windowsSupportEnd(name, release)).toBe(end);
});
