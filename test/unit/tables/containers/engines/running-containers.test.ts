import { expect, test } from "vitest";
import {
  containerOf,
  findRunningContainers,
} from "../../../../../src/tables/containers/engines/running-containers.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const id = "a3".repeat(32);

test.each([
  [
    "conmon of Podman",
    `/usr/bin/conmon -c ${id} -u ${id} --exit-command /usr/bin/podman`,
    "Podman",
  ],
  [
    "conmon of CRI-O",
    `/usr/libexec/crio/conmon -b /run -c ${id} --exit-dir /var/run/crio/exits`,
    "CRI-O",
  ],
  [
    "Docker's shim",
    `/usr/bin/containerd-shim-runc-v2 -namespace moby -id ${id} -address x`,
    "Docker",
  ],
  ["Kubernetes' shim", `containerd-shim-runc-v2 -namespace k8s.io -id ${id}`, "Kubernetes"],
  [
    "a shim of version 1",
    `containerd-shim -namespace moby -workdir /v1.linux/moby/${id}`,
    "Docker",
  ],
  ["nerdctl's shim", `containerd-shim-runc-v2 -namespace default -id ${id}`, "containerd"],
])("%s names its container", (_, line, engine) => {
  expect(containerOf(line.split(" "))).toEqual({ id, engine });
});

test("other processes name none", () => {
  for (const line of ["", "conmon", "sh -c conmon", `runc -id ${id}`, "/usr/bin/containerd"])
    expect(containerOf(line.split(" "))).toBeUndefined();
});

test("a container is found once, whoever else runs", () => {
  const shim = `containerd-shim-runc-v2\0-namespace\0moby\0-id\0${id}\0`;
  const host = temporaryHost({
    "/proc/1/cmdline": "init\0",
    "/proc/20/cmdline": shim,
    "/proc/21/cmdline": shim,
    "/proc/22/cmdline": "",
  });
  expect(findRunningContainers(host)).toEqual([{ id, engine: "Docker" }]);
});
