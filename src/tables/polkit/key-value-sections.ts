/** The sections of a key file such as .pkla: `[name]`, then lines of `Key=value`. */
export function keyValueSections(text: string): { line: number; values: Map<string, string> }[] {
  const sections: { line: number; values: Map<string, string> }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*\[.*\]\s*$/.test(line)) sections.push({ line: index + 1, values: new Map() });
    const [, key, value] = /^\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) sections.at(-1)?.values.set(key, value!);
  }
  return sections;
}
