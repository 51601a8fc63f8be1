/** A paragraph of a narrative, or the points of a list in it. */
export type NarrativeBlock = { paragraph: string } | { points: string[] };

/** A narrative's lines as they are meant: those that begin with a dash are points. */
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
