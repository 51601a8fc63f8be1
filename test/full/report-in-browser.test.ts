import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { investigationHtml } from "../../src/ui/views/investigation/html.ts";
import { findChromium, openChromium, type Page } from "../helpers/chromium.ts";
import { audit } from "../unit/ui/posture-fixture.ts";
import { report } from "../unit/ui/report-fixture.ts";

const chromium = findChromium();
if (!chromium) console.warn("Skipped: this machine has no Chromium to show a report in.");

describe.skipIf(!chromium).each([
  ["an answer", report],
  ["a posture", audit],
])("a report of %s in a browser", (_, investigation) => {
  let folder: string;
  let browser: Awaited<ReturnType<typeof openChromium>>;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "inquest-page-"));
    writeFileSync(join(folder, "report.html"), investigationHtml(investigation));
    browser = await openChromium(chromium!);
    page = browser.page;
    await page.open(pathToFileURL(join(folder, "report.html")).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const show = async (look: { scheme?: string; media?: string; width?: number }) => {
    const features = [{ name: "prefers-color-scheme", value: look.scheme ?? "light" }];
    await page.send("Emulation.setEmulatedMedia", { media: look.media ?? "screen", features });
    const size = { width: look.width ?? 1000, height: 800, deviceScaleFactor: 1, mobile: false };
    await page.send("Emulation.setDeviceMetricsOverride", size);
  };

  test.each(["light", "dark"])(
    "anyone can read it in %s colours: axe finds nothing",
    async (scheme) => {
      await show({ scheme });
      const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
      await page.evaluate(`${readFileSync(axe, "utf8")};0`);
      const { violations, passes } = await page.evaluate("axe.run()");
      const told = violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => ({
        id,
        nodes: nodes.map(({ html }) => html),
      }));
      expect(told).toEqual([]);
      expect(passes.map(({ id }: { id: string }) => id)).toContain("color-contrast");
    },
  );

  test("it is dark if the reader's system is", async () => {
    const paper = async (scheme: string) => {
      await show({ scheme });
      return page.evaluate("getComputedStyle(document.body).backgroundColor");
    };
    expect([await paper("light"), await paper("dark")]).toEqual([
      "rgb(255, 255, 255)",
      "rgb(18, 22, 28)",
    ]);
  });

  test("it fits a phone without scrolling sideways", async () => {
    await show({ width: 320 });
    const { scroll, client } = await page.evaluate(
      "(({ scrollWidth: scroll, clientWidth: client }) => ({ scroll, client }))(document.documentElement)",
    );
    expect(scroll).toBe(client);
  });

  test("in print collapsed parts are open, and no table is cut off", async () => {
    await show({ media: "print", width: 700 });
    const hidden = `[...document.querySelectorAll("pre")].filter((one) => !one.checkVisibility()).length`;
    const cut = `[...document.querySelectorAll(".scroll")].filter((one) => getComputedStyle(one).overflowX !== "visible" || one.scrollWidth > one.clientWidth).length`;
    expect(await page.evaluate(`[${hidden}, ${cut}]`)).toEqual([0, 0]);
    await show({});
    expect(await page.evaluate(hidden)).toBeGreaterThan(0);
  });

  test("its policy applies the style it came with and lets nothing else run or load", async () => {
    await show({});
    const refused = page.evaluate(`new Promise((resolve) => {
      const refused = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        refused.push(effectiveDirective);
        if (refused.length === 4) resolve(refused.sort());
      });
      const add = (name, more) => document.body.append(Object.assign(document.createElement(name), more));
      add("script", { textContent: "window.ran = true" });
      add("style", { textContent: "body { display: none }" });
      add("img", { src: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" });
      add("base", { href: "http://127.0.0.1:9/" });
    })`);
    expect(await refused).toEqual(["base-uri", "img-src", "script-src-elem", "style-src-elem"]);
    expect(
      await page.evaluate("[String(window.ran), getComputedStyle(document.body).display]"),
    ).toEqual(["undefined", "block"]);
    expect(await page.evaluate("getComputedStyle(document.body).maxWidth")).toBe("1024px");
  });
});
