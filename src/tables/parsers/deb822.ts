/** A paragraph of a Debian control file: lower-case field names to values. */
export type Paragraph = Map<string, string>;

/**
 * The paragraphs of a control file, deb822(5): "Name: value" fields, continuation lines start with
 * a blank, empty lines separate paragraphs, "#" starts a comment.
 */
export function parseDeb822(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let paragraph: Paragraph = new Map();
  let field: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("#")) continue;
    if (line.trim() === "") {
      if (paragraph.size > 0) paragraphs.push(paragraph);
      paragraph = new Map();
      field = undefined;
    } else if (/^\s/.test(line)) {
      if (field) paragraph.set(field, `${paragraph.get(field)}\n${line.trim()}`.trim());
    } else {
      const colon = line.indexOf(":");
      field = colon > 0 ? line.slice(0, colon).toLowerCase() : undefined;
      if (field) paragraph.set(field, line.slice(colon + 1).trim());
    }
  }
  if (paragraph.size > 0) paragraphs.push(paragraph);
  return paragraphs;
}
