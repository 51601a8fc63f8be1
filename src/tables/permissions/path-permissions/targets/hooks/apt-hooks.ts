import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import type { Target } from "../target.ts";
import { type AptSetting, aptComments, parseAptConf } from "./apt-conf.ts";
import { commandHooks, hookTarget } from "./hook-target.ts";
import type { SureOccasions } from "./sure-commands.ts";

const packageRun = "apt installs or removes a package";

/** When apt runs the commands of its lists of hooks. */
const occasions: Record<string, string> = {
  "dpkg::pre-invoke": packageRun,
  "dpkg::post-invoke": packageRun,
  "dpkg::pre-install-pkgs": packageRun,
  "apt::update::pre-invoke": "apt updates its lists",
  "apt::update::post-invoke": "apt updates its lists",
  "apt::update::post-invoke-success": "apt updates its lists",
};

/** apt's configuration, in which anybody who can write it names a hook, and the hooks' programs. */
export function findAptHooks(read: GapReader, sure: SureOccasions): Target[] {
  const barred = isPresent(read.host, "/usr/bin/apt-get") ? null : "apt is not installed";
  const folder = "/etc/apt/apt.conf.d";
  const inFolder = expandGlob(read, `${folder}/*`);
  const passedOver = inFolder.filter((path) => !/\/[\w-]+(\.conf)?$/.test(path));
  const files = [
    ...inFolder.filter((path) => !passedOver.includes(path)),
    ...expandGlob(read, "/etc/apt/apt.conf"),
  ];
  const own = [folder, ...files].filter((path) => isPresent(read.host, path));
  const use = { detail: "apt", barred, awaits: "apt runs" };
  const hooks = hooksIn(read, files);
  return [
    ...own.map((target) => hookTarget({ ...use, target })),
    // apt takes no names with other characters or endings
    ...passedOver.map((target) =>
      hookTarget({ ...use, barred: barred ?? "apt passes over its name", target }),
    ),
    ...hooks.flatMap((hook) => {
      const { source, name, value, unused } = hook;
      const occasion = occasions[name] ?? null;
      // apt ends at the first that fails, and what comes behind the update may need its success.
      const isFirst = hook === hooks.find((one) => one.name === name && one.unused === null);
      const isSure = isFirst && name === "apt::update::pre-invoke" && sure.has(occasion!);
      const awaits = isSure ? sure.get(occasion!)! : occasion;
      return commandHooks(read, { ...use, source, barred: barred ?? unused, awaits }, value);
    }),
  ];
}

interface AptHook extends AptSetting {
  source: string;
  /** Why apt does not run it. */
  unused: string | null;
}

/** The commands of hooks, those among them that are commented out, cleared later or of no occasion. */
function hooksIn(read: GapReader, files: string[]): AptHook[] {
  const hooks: AptHook[] = [];
  for (const source of files) {
    const text = read.text(source) ?? "";
    for (const setting of parseAptConf(text)) {
      if ("cleared" in setting) {
        const { cleared } = setting;
        for (const hook of hooks)
          if (hook.name === cleared || hook.name.startsWith(`${cleared}::`))
            hook.unused ??= `${source} clears ${cleared}`;
      } else if (namesHook.test(setting.name)) {
        const unused = setting.name in occasions ? null : `apt runs nothing for ${setting.name}`;
        hooks.push({ ...setting, source, unused });
      }
    }
    for (const setting of parseAptConf(aptComments(text)))
      if ("value" in setting && setting.name in occasions)
        hooks.push({ ...setting, source, unused: `it is in a comment of ${source}` });
  }
  return hooks;
}

const namesHook = /(?:^|::)(?:pre|post)-(?:invoke|install)/;
