import { isPresent } from "../../host/inspect.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { type DockerApi, openDocker } from "./docker-api.ts";

/** A daemon that answers Docker's API. */
export interface Engine {
  name: "docker" | "podman";
  socket: string;
  /** The account whose rights its containers have at most; null if that isn't known. */
  uid: number | null;
  docker: DockerApi;
}

/** The engines of root, and those that accounts run for themselves; each once. */
export const findEngines = (host: Host): Engine[] => once(host, enginesOf);

function enginesOf(host: Host): Engine[] {
  const found = new Map<string, Engine>();
  for (const socket of socketsOf(host)) {
    // podman-docker links Docker's path to Podman's socket.
    const { dev, ino, uid } = host.stat(socket);
    const known = found.get(`${dev}:${ino}`);
    if (known) continue;
    const name = socket.endsWith("podman.sock") ? "podman" : "docker";
    found.set(`${dev}:${ino}`, {
      name,
      socket,
      uid,
      docker: openDocker(host, { socketPath: socket }),
    });
  }
  return [...found.values()];
}

function socketsOf(host: Host): string[] {
  const users = namesIn(host, "/run/user").map((uid) => `/run/user/${uid}`);
  return [
    "/run/podman/podman.sock",
    "/var/run/docker.sock",
    ...users.flatMap((folder) => [`${folder}/podman/podman.sock`, `${folder}/docker.sock`]),
  ].filter((path) => isSocket(host, path));
}

function namesIn(host: Host, folder: string): string[] {
  return isPresent(host, folder) ? host.list(folder) : [];
}

/** A socket in a folder that may not be entered is left out: its containers are found by their processes. */
function isSocket(host: Host, path: string): boolean {
  try {
    return host.stat(path).isSocket();
  } catch {
    return false;
  }
}
