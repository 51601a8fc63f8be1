/** The columns that `describeSizes` fills. */
export const sizeColumns = [
  ...["blocks_size", "blocks", "blocks_free", "blocks_available", "inodes", "inodes_free"],
  ...["size", "free", "percent_used", "inodes_percent_used"],
];

/** As in `df`: free is the space available to ordinary users, and the percentage is based on it. */
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

/** Pseudo file systems have no size: NULL rather than 0 %. */
function percent(used: number, total: number): number | null {
  return total > 0 ? Math.round((used / total) * 1000) / 10 : null;
}
