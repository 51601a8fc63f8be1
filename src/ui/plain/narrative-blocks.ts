/** A paragraph of a narrative, or the points of a list in it. */
export type NarrativeBlock = { paragraph: string } | { points: string[] };

/** A narrative as blocks: lines that start with a dash are list items. */
export function narrativeBlocks(text: string): NarrativeBlock[] {
  const blocks: NarrativeBlock[] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = blocks.at(-1);
    if (line.trim() === "") continue;
    if (!line.startsWith("- ")) blocks.push({ paragraph: line });
    else if (last && "points" in last) last.points.push(line.slice(2));
    else blocks.push({ points: [line.slice(2)] });
  }
  return blocks;
}
