import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Adapter } from "lowdb";
import { checkpointName, syncDir } from "../files/data-files.ts";
import { type CheckpointContent, writeCheckpointFile } from "./checkpoint-file.ts";

/**
 * lowdb's way to disk: a write is a new checkpoint, which takes its name only once it is
 * durable, so that a crash leaves the old one. Reading gives what was loaded, journal and all.
 */
export function checkpointAdapter(
  dir: string,
  loaded: CheckpointContent,
): Adapter<CheckpointContent> {
  return {
    read: async () => loaded,
    write: async (content) => {
      const path = join(dir, checkpointName(content.sequence));
      const temporary = `${path}.tmp`;
      try {
        await writeCheckpointFile(temporary, content);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncDir(dir);
    },
  };
}
