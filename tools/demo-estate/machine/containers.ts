import { createHash } from "node:crypto";
import { daysAgo } from "./clock.ts";
import { addRows, type Machine } from "./machine.ts";

export interface ContainerFacts {
  name: string;
  image: string;
  command: string;
  /** An account of the image; root by default. */
  user?: string;
  privileged?: boolean;
  ports?: { port: number; host: number }[];
  /** "/srv/data:/data" or "/srv/data:/data:ro". */
  mounts?: string[];
}

export function addContainer(machine: Machine, facts: ContainerFacts): void {
  const { name, image, command, user = "", privileged = false } = facts;
  const id = digest(`${machine.name} ${name}`);
  const started = new Date((machine.bootedAt + 60) * 1000).toISOString();
  addRows(machine, "docker_containers", {
    id,
    name,
    image,
    image_id: digest(image),
    command,
    created: daysAgo(45),
    state: "running",
    status: "Up 3 weeks",
    pid: 5000 + (machine.rows.docker_containers?.length ?? 0) * 111,
    path: command.split(" ")[0]!,
    config_entrypoint: "",
    started_at: started,
    finished_at: "0001-01-01T00:00:00Z",
    privileged: Number(privileged),
    security_options: privileged ? "label=disable" : "",
    env_variables: "",
    readonly_rootfs: 0,
    user,
    restart_count: 0,
    network_mode: "bridge",
    pid_mode: "",
    cap_add: "",
  });
  for (const { port, host } of facts.ports ?? []) addPort(machine, { id, name, port, host });
  for (const mount of facts.mounts ?? []) addBind(machine, { id, name, mount });
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

interface Of {
  id: string;
  name: string;
}

function addPort(machine: Machine, { id, name, port, host }: Of & { port: number; host: number }) {
  const row = { id, type: "tcp", port, host_ip: "0.0.0.0", host_port: host, container_name: name };
  addRows(machine, "docker_container_ports", row);
}

function addBind(machine: Machine, { id, name, mount }: Of & { mount: string }) {
  const [source = "", destination = "", mode = ""] = mount.split(":");
  addRows(machine, "docker_container_mounts", {
    id,
    type: "bind",
    name: "",
    source,
    destination,
    driver: "",
    mode,
    rw: Number(mode !== "ro"),
    propagation: "rprivate",
    container_name: name,
  });
}
