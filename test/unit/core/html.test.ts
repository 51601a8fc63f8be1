import { expect, test } from "vitest";
import { escapeHtml, html, trusted } from "../../../src/core/html.ts";

test("values are escaped, markup and trusted text are not", () => {
  const link = html`<a href="${'"><script>'}">${"a & b's"}</a>`;
  expect(link.markup).toBe('<a href="&quot;&gt;&lt;script&gt;">a &amp; b&#39;s</a>');
  expect(html`<p>${link}${trusted("<br>")}</p>`.markup).toBe(`<p>${link.markup}<br></p>`);
});

test("lists are joined, absent values are left out", () => {
  expect(html`${["<", html`<i>`, 0]}|${undefined}${null}${false}`.markup).toBe("&lt;<i>0|");
});

test("control characters are shown as escapes", () => {
  expect(escapeHtml("a\u0007\u202e<")).toBe("a\\x07\\u202e&lt;");
});
