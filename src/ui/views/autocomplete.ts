import type { View } from "./view.ts";

/** A shell's completion: the script for it, or how to get it there. */
export interface Completion {
  shell: string;
  script: string;
  install: string[];
}

export const completionScriptView: View<Completion> = {
  plain: ({ script }) => script.trimEnd().split("\n"),
};

export const completionInstallView: View<Completion> = {
  plain: ({ install }) => install,
};
