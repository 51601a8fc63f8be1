import { expect, test } from "vitest";
import { parseOsVersion } from "../../../../../src/tables/system/os-version/windows.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const versionOf = (host: WindowsHostName) => parseOsVersion(printedOn(host, "os-version")).rows[0];

test("a client has its release by name, a server of old by number", () => {
  expect(versionOf("windows-10-22h2")).toEqual({
    name: "Microsoft Windows 10 Pro",
    version: "10.0.19045",
    major: 10,
    minor: 0,
    patch: null,
    build: "19045",
    platform: "windows",
    platform_like: "windows",
    codename: "Microsoft Windows 10 Pro",
    arch: "64-Bit",
    install_date: Date.UTC(2021, 2, 4, 8, 30) / 1000,
    revision: 5247,
    pretty_name: "Microsoft Windows 10 Pro 22H2",
    version_id: "22H2",
    support_end: "2025-10-14",
  });
  expect(versionOf("windows-server-2019")).toMatchObject({
    name: "Microsoft Windows Server 2019 Standard",
    pretty_name: "Microsoft Windows Server 2019 Standard 1809",
  });
});

test("PowerShell 7's dates are read like those of Windows PowerShell", () => {
  expect(versionOf("windows-11-24h2")).toMatchObject({
    version_id: "24H2",
    install_date: Date.UTC(2024, 10, 2, 9) / 1000,
  });
});
