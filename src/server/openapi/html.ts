/** Text that is HTML already, so that it isn't escaped again. */
export interface Html {
  html: string;
}

type Part = Html | Html[] | string | number | false | undefined;

/** HTML with every value escaped but those that are `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.reduce((text, piece, at) => text + render(parts[at - 1]) + piece) };
}

/** Text that is trusted as HTML: ours, never from outside. */
export function trusted(text: string): Html {
  return { html: text };
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map((each) => each.html).join("");
  return typeof part === "object" ? part.html : escapeHtml(String(part));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
