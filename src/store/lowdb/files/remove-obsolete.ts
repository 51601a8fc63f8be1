import { rm } from "node:fs/promises";
import { join } from "node:path";
import { listDataFiles } from "./data-files.ts";

/** Removes the journals and older checkpoints that a durable checkpoint has replaced. */
export async function removeObsolete(dir: string, checkpointSequence: number): Promise<void> {
  const { checkpoints, journals, leftovers } = await listDataFiles(dir);
  const old = [
    ...checkpoints.filter((file) => file.sequence < checkpointSequence),
    ...journals.filter((file) => file.sequence <= checkpointSequence),
  ].map((file) => file.name);
  for (const name of [...old, ...leftovers]) await rm(join(dir, name), { force: true });
}
