import { optionOf, optionsOf } from "../model/service-process.ts";
import { type Demand, isOn, type ServiceJudge } from "../model/types.ts";
import { yamlSettings } from "../model/yaml-settings.ts";

export const docker: ServiceJudge = {
  service: "Docker API",
  isService: ({ name }) => name === "dockerd",
  judge(process) {
    const { argv } = process;
    const named = optionOf(argv, "config-file");
    const text = process.text(named ?? "/etc/docker/daemon.json");
    const settings = text === undefined && !named ? new Map<string, string>() : yamlSettings(text);
    if (!settings) return [{ open: null, reason: "daemon.json could not be read" }];
    const flag = (name: string) => {
      const value = optionOf(argv, name) ?? settings.get(name);
      return value === undefined ? undefined : value === "" || isOn(value);
    };
    // TLS without another word asks clients for certificates, whatever the documentation says (20.10.24).
    const asksCertificate = flag("tlsverify") ?? flag("tls") ?? false;
    const hosts = [...optionsOf(argv, "H", "host"), ...(settings.get("hosts") ?? "").split(",")];
    return hosts.flatMap((host): Demand[] => {
      if (!host.startsWith("tcp://")) return [];
      const port = Number(/:(\d+)\/?$/.exec(host)?.[1] ?? (asksCertificate ? 2376 : 2375));
      return asksCertificate
        ? [{ open: 0, reason: "clients need a certificate", port }]
        : [{ open: 1, reason: "no client certificates (tlsverify)", port }];
    });
  },
};
