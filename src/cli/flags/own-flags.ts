import * as Flags from "@oclif/core/flags";
import type { OwnFolders } from "../../compose/own/load-own-definitions.ts";

/** Folders of an operator that a backend loads beside what is shipped. */
export const ownFlags = {
  detections: Flags.string({
    description: "Also evaluate the detections in a folder, one YAML file per detection",
    env: "INQUEST_DETECTIONS",
    helpValue: "<dir>",
  }),
  edges: Flags.string({
    description: "Also use the attack path rules in a folder, one YAML file per rule",
    env: "INQUEST_EDGES",
    helpValue: "<dir>",
  }),
};

export interface OwnFlags {
  detections?: string;
  edges?: string;
}

export function ownFolders({ detections, edges }: OwnFlags): OwnFolders {
  return { detections, edges };
}

/** The folders of a command without these flags. */
export function ownFoldersFromEnv({
  INQUEST_DETECTIONS,
  INQUEST_EDGES,
}: NodeJS.ProcessEnv): OwnFolders {
  return { detections: INQUEST_DETECTIONS || undefined, edges: INQUEST_EDGES || undefined };
}
