import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Adapter } from "lowdb";
import { writeDurably } from "../../../core/write-durably.ts";
import { checkpointName } from "../files/data-files.ts";
import { type CheckpointContent, writeCheckpoint } from "./checkpoint-file.ts";

/**
 * lowdb's adapter: a write creates a new checkpoint, which gets its name only once it is durable,
 * so that a crash leaves the previous one. A read returns the loaded state, journal included.
 */
export function checkpointAdapter(
  dir: string,
  loaded: CheckpointContent,
): Adapter<CheckpointContent> {
  return {
    read: async () => loaded,
    write: (content) => {
      const path = join(dir, checkpointName(content.sequence));
      const write = (file: FileHandle) => writeCheckpoint(file, content);
      return writeDurably(path, write, { temporaryPath: `${path}.tmp` });
    },
  };
}
