import * as Flags from "@oclif/core/flags";

/** Flags of the commands for an agent's setup. */
export const configFlag = Flags.string({
  description: "The agent's config file, JSON",
  helpValue: "<file>",
});

export const tagsFlag = Flags.string({
  description: "Tags, comma-separated; instead of the config's",
  helpValue: "<a=b,c>",
});

export const serviceFlags = {
  print: Flags.boolean({ description: "Show the definition and change nothing" }),
  platform: Flags.option({ options: ["linux", "darwin", "win32"] as const })({
    description: "With --print, another platform's: systemd, launchd or the Task Scheduler",
    dependsOn: ["print"],
  }),
};
