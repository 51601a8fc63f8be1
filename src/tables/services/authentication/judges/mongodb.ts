import { optionOf } from "../model/service-process.ts";
import { isOn, type ServiceJudge } from "../model/types.ts";
import { yamlSettings } from "../model/yaml-settings.ts";

export const mongodb: ServiceJudge = {
  service: "MongoDB",
  isService: ({ name }) => name === "mongod",
  judge(process) {
    const { argv } = process;
    const given = ["auth", "keyFile", "clusterAuthMode"].some(
      (name) => optionOf(argv, name) !== undefined,
    );
    if (given) return [{ open: 0, reason: "authorization is on" }];
    const source = optionOf(argv, "config", "f");
    const settings = source ? yamlSettings(process.text(source)) : new Map<string, string>();
    if (!settings) return [{ open: null, reason: `${source} could not be read` }];
    const isEnabled =
      isOn(settings.get("security.authorization")) || settings.has("security.keyFile");
    return isEnabled
      ? [{ open: 0, reason: "authorization is on", source }]
      : [{ open: 1, reason: "authorization is not enabled", source }];
  },
};
