import { expect, test } from "vitest";
import { chromeExtensionContentScripts } from "../../../../src/tables/browsers/chrome-extension-content-scripts.ts";
import { chromeExtensions } from "../../../../src/tables/browsers/chrome-extensions.ts";
import { firefoxAddons } from "../../../../src/tables/browsers/firefox-addons.ts";
import { operaExtensions } from "../../../../src/tables/browsers/opera-extensions.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const passwd = { "/etc/passwd": "a:x:0:0::/home/a:/bin/sh\n" };
const id = "abcdefghijklmnopabcdefghijklmnop";
const profile = "/home/a/.config/google-chrome/Default";
const folder = `${profile}/Extensions/${id}/1.0_0`;
const chrome = {
  ...passwd,
  [`${folder}/manifest.json`]: JSON.stringify({
    name: "__MSG_appName__",
    version: "1.0",
    default_locale: "en",
    permissions: ["tabs", "<all_urls>"],
    content_scripts: [{ js: ["a.js"], matches: ["https://*/*", "http://*/*"] }],
  }),
  [`${folder}/_locales/en/messages.json`]: JSON.stringify({ appname: { message: "Blocker" } }),
  [`${profile}/Preferences`]: JSON.stringify({
    profile: { name: "Person 1" },
    extensions: {
      settings: { [id]: { state: 1, from_webstore: true, install_time: "13400000000000000" } },
    },
  }),
};

test("extensions have the name of their language and what the profile says of them", async () => {
  expect(await collectRows(chromeExtensions, temporaryHost(chrome))).toMatchObject([
    {
      ...{ browser_type: "chrome", uid: 0, name: "Blocker", profile: "Person 1", identifier: id },
      ...{ permissions: "tabs, <all_urls>", state: "1", from_webstore: "true", referenced: 1 },
      install_timestamp: 13400000000 - 11644473600,
    },
  ]);
});

test("each pattern of pages of a content script is a row", async () => {
  const rows = await collectRows(chromeExtensionContentScripts, temporaryHost(chrome));
  expect(rows.map(({ script, match }) => [script, match])).toEqual([
    ["a.js", "https://*/*"],
    ["a.js", "http://*/*"],
  ]);
});

test("extensions of Opera by the columns of older osquery", async () => {
  const own = "/home/a/.config/opera/Extensions/bcdefghijklmnopabcdefghijklmnopa/2.0_0";
  const manifest = JSON.stringify({ name: "Notes", version: "2.0", default_locale: "en" });
  const host = temporaryHost({ ...chrome, [`${own}/manifest.json`]: manifest });
  expect(await collectRows(operaExtensions, host)).toMatchObject([
    { uid: 0, name: "Notes", version: "2.0", locale: "en", path: own },
  ]);
});

test("add-ons of Firefox", async () => {
  const addons = [
    { id: "x@y", version: "2", type: "extension", active: true, defaultLocale: { name: "X" } },
  ];
  const list = "/home/a/.mozilla/firefox/p.default/extensions.json";
  const host = temporaryHost({ ...passwd, [list]: JSON.stringify({ addons }) });
  expect(await collectRows(firefoxAddons, host)).toMatchObject([
    { uid: 0, name: "X", identifier: "x@y", version: "2", active: 1, visible: null },
  ]);
});
