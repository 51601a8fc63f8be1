import { createHash } from "node:crypto";
import { type Html, html } from "../../core/html.ts";
import { css } from "./css.ts";

/**
 * One page with nothing to fetch: it can be mailed, archived and opened without a network. Its
 * policy lets a browser apply the page's own style and nothing else, whatever a host put in it.
 */
export function page(title: string, body: Html): string {
  const styleHash = createHash("sha256").update(css).digest("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ markup: css }}</style>
</head>
<body>
${body}
</body>
</html>
`.markup;
}
