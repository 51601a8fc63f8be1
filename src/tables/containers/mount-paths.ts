import type { Host } from "../host/port.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "../parsers/json-values.ts";

/** The folder of the host that a volume of the driver "local" stands for, if its options name one. */
export function boundVolumes(answer: unknown): Map<string, string> {
  const volumes = objectsOf(objectOf(answer).Volumes);
  return new Map(volumes.flatMap(boundFolder));
}

function boundFolder(volume: JsonObject): [string, string][] {
  const options = objectOf(volume.Options);
  const [name, device] = [textOf(volume.Name), textOf(options.device)];
  const flags = (textOf(options.o) ?? "").split(",");
  const isBind = flags.includes("bind") || flags.includes("rbind");
  return name !== null && device?.startsWith("/") && isBind ? [[name, device]] : [];
}

/** Where the kernel gets by a path that has links; the path itself once it can't be followed. */
export function realPath(host: Host, path: string, links = 40): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  let at = "";
  for (const [index, part] of parts.entries()) {
    const here = part === ".." ? at.replace(/\/[^/]*$/, "") : `${at}/${part}`;
    const target = part === ".." ? undefined : linkOf(host, here);
    if (target === undefined) at = here;
    else if (links === 0) return path;
    else {
      const start = target.startsWith("/") ? target : `${at}/${target}`;
      return realPath(host, [start, ...parts.slice(index + 1)].join("/"), links - 1);
    }
  }
  return at || "/";
}

function linkOf(host: Host, path: string): string | undefined {
  try {
    return host.readlink(path);
  } catch {
    return undefined;
  }
}
