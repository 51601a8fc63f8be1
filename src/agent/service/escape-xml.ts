const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text as the content of an XML element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
