import { optionOf } from "../model/service-process.ts";
import { type Demand, isOn, type ServiceJudge } from "../model/types.ts";
import { yamlSettings } from "../model/yaml-settings.ts";

export const kubelet: ServiceJudge = {
  service: "kubelet",
  isService: ({ name }) => name === "kubelet",
  judge(process) {
    const { argv } = process;
    const source = optionOf(argv, "config");
    const settings = source ? yamlSettings(process.text(source)) : new Map<string, string>();
    if (!settings) return [{ open: null, reason: `${source} could not be read` }];
    // Defaults are stricter with a configuration file; arguments prevail over it.
    const value = (flag: string, setting: string, [bare, inFile]: [string, string]) =>
      optionOf(argv, flag) ?? settings.get(setting) ?? (source ? inFile : bare);
    const anonymous = value("anonymous-auth", "authentication.anonymous.enabled", [
      "true",
      "false",
    ]);
    const mode = value("authorization-mode", "authorization.mode", ["AlwaysAllow", "Webhook"]);
    const isOpen = (isOn(anonymous) || anonymous === "") && mode === "AlwaysAllow";
    const main: Demand = isOpen
      ? { open: 1, reason: "anonymous requests are always allowed" }
      : { open: 0, reason: "anonymous requests are refused" };
    const port = Number(value("port", "port", ["10250", "10250"]));
    const readOnly = Number(value("read-only-port", "readOnlyPort", ["10255", "0"]));
    const more: Demand[] = readOnly
      ? [{ open: 1, reason: "its read-only port asks for nothing", source, port: readOnly }]
      : [];
    return [{ ...main, source, port }, ...more];
  },
};
