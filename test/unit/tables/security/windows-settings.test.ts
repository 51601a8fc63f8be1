import { expect, test } from "vitest";
import {
  parseWindowsSettings,
  windowsSettingsScript,
} from "../../../../src/tables/security/windows-settings.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseWindowsSettings(printedOn(host, "windows-settings"));
const valuesOf = (host: WindowsHostName) =>
  Object.fromEntries(parse(host).rows.map(({ name, value }) => [name, value]));

test("a setting that is not there is NULL, and names ignore case", () => {
  expect(valuesOf("windows-10-22h2")).toEqual({
    uac: 1,
    uac_admin_prompt: 5,
    uac_secure_desktop: 1,
    smb1_server: null,
    smb1_client_start: null,
    ip_forwarding: 0,
    automatic_updates_off: null,
    automatic_updates_mode: null,
    restart_for_updates: null,
    restart_for_components: null,
    automatic_logon: 0,
    automatic_logon_password: null,
  });
  expect(valuesOf("windows-server-2019")).toMatchObject({ uac: 0, smb1_server: 1 });
});

test("a key without a value is a setting of its own", () => {
  expect(valuesOf("windows-11-24h2")).toMatchObject({ restart_for_updates: 1 });
});

test("a key that could not be read is a gap", () => {
  expect(parse("windows-server-2019").gaps).toEqual([
    { reason: "denied", detail: "values: permission denied (1 times)" },
  ]);
});

test("the password of an automatic logon stays on the machine", () => {
  expect(valuesOf("windows-server-2019")).toMatchObject({ automatic_logon_password: 1 });
  const [, shown = "", hidden = ""] = windowsSettingsScript.split("foreach($name in ");
  expect(shown).toContain("GetValue($name)");
  expect(shown).not.toContain("DefaultPassword");
  expect(hidden).toMatch(/^'DefaultPassword'\)/);
  expect(hidden).not.toContain("GetValue(");
});
