/** Free is what an ordinary user can still write, and the percentage is of that, as `df` counts. */
export function describeSizes(sizes: {
  bsize: number;
  blocks: number;
  bfree: number;
  bavail: number;
  files: number;
  ffree: number;
}) {
  const used = sizes.blocks - sizes.bfree;
  return {
    blocks_size: sizes.bsize,
    blocks: sizes.blocks,
    blocks_free: sizes.bfree,
    blocks_available: sizes.bavail,
    inodes: sizes.files,
    inodes_free: sizes.ffree,
    size: sizes.blocks * sizes.bsize,
    free: sizes.bavail * sizes.bsize,
    percent_used: percent(used, used + sizes.bavail),
    inodes_percent_used: percent(sizes.files - sizes.ffree, sizes.files),
  };
}

/** Pseudo file systems have no size: NULL, not 0 per cent. */
function percent(used: number, total: number): number | null {
  return total > 0 ? Math.round((used / total) * 1000) / 10 : null;
}
