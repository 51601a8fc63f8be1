import type { Row } from "../../../src/tables/model/table.ts";
import { addRow } from "./machine.ts";
import type { Place, Site } from "./site.ts";
import { nextName } from "./site.ts";

interface Box {
  row?: Row;
  mount?: Row;
}

const openBoxes: Box[] = [
  { row: { privileged: 1 } },
  { mount: { source: "/var/run/docker.sock", destination: "/docker.sock", rw: 0 } },
  { mount: { source: "/", destination: "/host", rw: 1 } },
  { mount: { source: "/etc", destination: "/host-etc", rw: 1 } },
  { row: { cap_add: "ALL" } },
  { row: { cap_add: "SYS_ADMIN", security_options: "apparmor=unconfined" } },
];

const cutBoxes: Record<string, Box> = {
  exited: { row: { privileged: 1, state: "exited" } },
  "not-as-root": { row: { privileged: 1, user: "1000" } },
  "data-only": { mount: { source: "/srv/data", destination: "/data", rw: 1 } },
  "read-only": { mount: { source: "/usr", destination: "/usr/host", rw: 0 } },
  confined: { row: { cap_add: "SYS_ADMIN" } },
};

export const boxCuts = Object.keys(cutBoxes);

/** A container that can be broken out of unless the step is blocked; a start of its own. */
export function plantContainer(
  site: Site,
  { machine }: Pick<Place, "machine">,
  cut: string | null,
): string {
  const name = nextName(site);
  const { row = {}, mount } = cut === null ? site.random.pick(openBoxes) : cutBoxes[cut]!;
  addRow(machine, "docker_containers", {
    id: `id-${name}`,
    name,
    image: "shop/app:1",
    state: "running",
    privileged: 0,
    user: "",
    pid_mode: "",
    cap_add: "",
    security_options: "",
    ...row,
  });
  if (mount)
    addRow(machine, "docker_container_mounts", { id: `id-${name}`, type: "bind", ...mount });
  const start = `container ${name} on ${machine.hostname}`;
  if (cut === null) site.steps.set(start, new Set([`root@${machine.hostname}`]));
  return start;
}
