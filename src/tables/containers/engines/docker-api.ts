import type { Host } from "../../host/port.ts";
import { openSocket, type SocketOptions } from "./json-socket.ts";

/** The only requests an agent sends to the Docker daemon, all read-only. */
export interface DockerApi {
  containers(): Promise<unknown>;
  /** Undefined for a container that was removed since it was listed. */
  container(id: string): Promise<unknown>;
  images(): Promise<unknown>;
  image(id: string): Promise<unknown>;
  imageHistory(id: string): Promise<unknown>;
  /** The processes of a running container with these fields of ps(1). */
  processes(id: string, fields: string): Promise<unknown>;
  /** Resource usage of a running container, with a second sample a second earlier. */
  stats(id: string): Promise<unknown>;
  /** How a container's files differ from its image. */
  changes(id: string): Promise<unknown>;
  networks(): Promise<unknown>;
  volumes(): Promise<unknown>;
  version(): Promise<unknown>;
  info(): Promise<unknown>;
}

/** This machine's Docker daemon; calls throw as those of `openSocket`. */
export function openDocker(
  host: Host,
  { socketPath = "/var/run/docker.sock", ...options }: Partial<SocketOptions> = {},
): DockerApi {
  const get = openSocket(host, { socketPath, ...options });
  let listed: Promise<unknown> | undefined;
  const container = (id: string) => `/containers/${encodeURIComponent(id)}`;
  const image = (id: string) => `/images/${encodeURIComponent(id)}`;
  return {
    // Several tables start with the list.
    containers: () => (listed ??= get("/containers/json?all=1")),
    container: (id) => get(`${container(id)}/json`),
    images: () => get("/images/json"),
    image: (id) => get(`${image(id)}/json`),
    imageHistory: (id) => get(`${image(id)}/history`),
    // Podman would repeat the list without end.
    processes: (id, fields) =>
      get(`${container(id)}/top?stream=false&ps_args=${encodeURIComponent(`-eo ${fields}`)}`),
    stats: (id) => get(`${container(id)}/stats?stream=false`),
    changes: (id) => get(`${container(id)}/changes`),
    networks: () => get("/networks"),
    volumes: () => get("/volumes"),
    version: () => get("/version"),
    info: () => get("/info"),
  };
}
