import { optionOf, type ServiceProcess } from "../model/service-process.ts";
import { type Demand, isOn, type ServiceJudge } from "../model/types.ts";
import { yamlSettings } from "../model/yaml-settings.ts";

/** Its users are in its data; a larger file is not searched. */
const maxDataBytes = 64 << 20;

export const etcd: ServiceJudge = {
  service: "etcd",
  isService: ({ name }) => name === "etcd",
  judge(process) {
    const source = optionOf(process.argv, "config-file") ?? process.environment("ETCD_CONFIG_FILE");
    // A configuration file replaces arguments and environment.
    const settings = source ? yamlSettings(process.text(source)) : undefined;
    if (source && !settings) return [{ open: null, reason: `${source} could not be read` }];
    const value = (name: string) =>
      settings
        ? settings.get(name)
        : (optionOf(process.argv, name) ??
          process.environment(`ETCD_${name.toUpperCase().replaceAll("-", "_")}`));
    const asks = settings
      ? settings.get("client-transport-security.client-cert-auth")
      : value("client-cert-auth");
    const asksCertificate = isOn(asks) || asks === "";
    const data = value("data-dir") ?? `${value("name") ?? "default"}.etcd`;
    const urls = (value("listen-client-urls") ?? "http://localhost:2379").split(",");
    const demand = () => usersOf(process, `${data}/member/snap/db`);
    return urls.flatMap((url) => {
      const port = Number(/:(\d+)\/?$/.exec(url.trim())?.[1]);
      if (!port) return [];
      if (/^\s*https:/.test(url) && asksCertificate)
        return [{ open: 0, reason: "clients need a certificate", source, port } as const];
      return [{ ...demand(), source, port }];
    });
  },
};

function usersOf(process: ServiceProcess, path: string): Demand {
  const data = process.bytes(path, maxDataBytes);
  if (!data || data.length === maxDataBytes)
    return {
      open: null,
      reason: "no client certificates; whether it has users of its own is not known",
    };
  return data.includes("authEnabled\x01", 0, "latin1")
    ? { open: null, reason: "no client certificates; its data shows that users were switched on" }
    : { open: 1, reason: "neither client certificates nor users" };
}
