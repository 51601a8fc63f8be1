import { expect, test } from "vitest";
import { processFacts } from "../../../../../src/tables/containers/kernel/process-facts.ts";
import { hostTree } from "../../../../helpers/host.ts";

const id = "a3".repeat(32);
const status = (fields: string) =>
  `Name:\tsleep\nUid:\t1000\t1000\t1000\t1000\nGid:\t5\t5\t5\t5\nGroups:\t5 998 \n${fields}`;
const plain = "CapPrm:\t0000000000000000\nCapBnd:\t0000000000200001\nNoNewPrivs:\t0\n";

const spaces = (pid: number, kinds: Record<string, number>) =>
  Object.fromEntries(
    ["net", "pid", "ipc", "uts", "user", "cgroup"].map((kind) => [
      `/proc/${pid}/ns/${kind}`,
      `${kind}:[${kinds[kind] ?? 1}]`,
    ]),
  );

function machine(files: Record<string, string>) {
  return hostTree({
    files: {
      "/proc/meminfo": "MemTotal:  1000000 kB\n",
      "/proc/sys/kernel/pid_max": "32768\n",
      "/proc/40/cgroup": `0::/docker/${id}\n`,
      "/proc/40/status": status(plain),
      "/proc/40/uid_map": "         0          0 4294967295\n",
      ...files,
    },
    links: { ...spaces(1, {}), ...spaces(40, { pid: 2, ipc: 2 }) },
  });
}

const facts = (files: Record<string, string> = {}) => processFacts(machine(files), { id, pid: 40 });

test("rights, namespaces and limits are the first process's", () => {
  const files = {
    [`/sys/fs/cgroup/docker/${id}/memory.max`]: "max\n",
    [`/sys/fs/cgroup/docker/${id}/pids.max`]: "max\n",
    "/sys/fs/cgroup/docker/memory.max": "500000\n",
  };
  expect(facts(files)).toEqual({
    process_uid: 1000,
    process_gids: "5, 998",
    root_uid: 0,
    no_new_privileges: 0,
    capabilities: "CHOWN, SYS_ADMIN",
    memory_max: 500000,
    pids_max: 0,
    host_namespaces: "net, uts, user, cgroup",
  });
});

test("without new privileges, an account can get no more than it has", () => {
  const text = status(plain.replace("NoNewPrivs:\t0", "NoNewPrivs:\t1"));
  expect(facts({ "/proc/40/status": text })).toMatchObject({ capabilities: "" });
});

test("the root of a user namespace is another account outside", () => {
  expect(facts({ "/proc/40/uid_map": "0 231072 65536\n" })).toMatchObject({ root_uid: 231072 });
  expect(facts({ "/proc/40/uid_map": "1000 1000 1\n" })).toMatchObject({ root_uid: null });
});

test("groups of version 1 have a tree for each controller", () => {
  const files = {
    "/proc/40/cgroup": `4:memory:/docker/${id}\n8:pids:/docker/${id}\n0::/\n`,
    [`/sys/fs/cgroup/memory/docker/${id}/memory.limit_in_bytes`]: "9223372036854771712\n",
    [`/sys/fs/cgroup/pids/docker/${id}/pids.max`]: "100\n",
  };
  expect(facts(files)).toMatchObject({ memory_max: 0, pids_max: 100 });
});

test("groups that are mounted elsewhere leave the limits open", () => {
  expect(facts()).toMatchObject({ memory_max: null, pids_max: null });
});

test("a process that isn't the container's says nothing about it", () => {
  const stat = "40 (sleep) S 39 40 40 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 100 0 0\n";
  const other = { "/proc/40/cgroup": "0::/user.slice\n", "/proc/40/stat": stat };
  expect(facts(other)).toEqual({});
  const conmon = { "/proc/39/cmdline": `conmon\0-c\0${id}\0` };
  expect(facts({ ...other, ...conmon })).toMatchObject({ process_uid: 1000 });
});
