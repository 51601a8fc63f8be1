import { createHash } from "node:crypto";
import { accountOf, folder, type Machine, write } from "../machine/machine.ts";
import { addProcess, addService } from "../machine/services.ts";
import { addFlow, addListener } from "../machine/sockets.ts";
import { x509Certificate } from "../machine/x509.ts";

/** A cluster, and the address of its API server. */
interface Cluster {
  name: string;
  address: string;
}

/** The shop's; its control plane is not among the demo's hosts. */
export const shopCluster: Cluster = { name: "shop", address: "10.20.2.200" };

interface Login {
  user: string;
  group: string;
  until: string;
}

const issuerOf = ({ name }: Cluster) => `kubernetes ${name}`;

const authorityOf = (cluster: Cluster) =>
  x509Certificate({ name: issuerOf(cluster), issuer: issuerOf(cluster), until: "2036-01-01" });

/** How chains name a cluster: by its authority. */
export function clusterLabel(cluster: Cluster): string {
  const bytes = Buffer.from(authorityOf(cluster).replace(/-----.*-----/g, ""), "base64");
  const hash = createHash("sha256").update(bytes).digest("hex");
  return `Kubernetes cluster ${hash.slice(0, 16)}`;
}

function kubeconfigOf(cluster: Cluster, { user, group, until }: Login): string {
  const { name, address } = cluster;
  const issuer = issuerOf(cluster);
  const authority = authorityOf(cluster);
  const certificate = x509Certificate({ name: user, group, issuer, until });
  return [
    "apiVersion: v1\nkind: Config",
    `clusters:\n- name: ${name}\n  cluster:\n    server: https://${address}:6443`,
    `    certificate-authority-data: ${base64(authority)}`,
    `contexts:\n- name: ${name}\n  context: {cluster: ${name}, user: ${user}}`,
    `users:\n- name: ${user}\n  user:\n    client-certificate-data: ${base64(certificate)}`,
    `    client-key-data: ${base64("not a key")}\n`,
  ].join("\n");
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** An account's ~/.kube/config for a whole administrator of the cluster. */
export function keepKubeconfig(machine: Machine, owner: string, { until }: { until: string }) {
  const place = `${accountOf(machine, owner).directory}/.kube`;
  const login = { user: "kubernetes-admin", group: "system:masters", until };
  folder(machine, place, { owner, mode: 0o700 });
  const content = kubeconfigOf(shopCluster, login);
  write(machine, `${place}/config`, { owner, mode: 0o600, content });
}

/** A node of the shop's cluster. */
export function shopNode(machine: Machine): void {
  const path = "/etc/kubernetes/kubelet.conf";
  const login = { user: `system:node:${machine.name}`, group: "system:nodes", until: "2036-01-01" };
  write(machine, path, { mode: 0o600, content: kubeconfigOf(shopCluster, login) });
  const pid = addKubelet(machine, ` --kubeconfig=${path}`);
  addFlow(machine, { to: shopCluster.address, port: 6443, process: "kubelet", user: "root", pid });
}

/** A cluster of one host, whose etcd asks its clients for nothing. */
export function loneCluster(machine: Machine): void {
  addKubelet(machine, "");
  addProcess(machine, {
    name: "kube-apiserver",
    user: "root",
    command: "kube-apiserver --etcd-servers=http://127.0.0.1:2379",
  });
  const pid = addProcess(machine, {
    name: "etcd",
    user: "root",
    command: "etcd --data-dir=/var/lib/etcd --listen-client-urls=http://0.0.0.0:2379",
  });
  seesFiles(machine, pid);
  write(machine, "/var/lib/etcd/member/snap/db", { mode: 0o600, content: "etcd" });
  addListener(machine, { port: 2379, process: "etcd", user: "root", pid });
}

function addKubelet(machine: Machine, more: string): number {
  write(machine, "/var/lib/kubelet/config.yaml", { content: "kind: KubeletConfiguration\n" });
  addService(machine, {
    name: "kubelet",
    description: "Kubernetes node agent",
    exec: `/usr/bin/kubelet --config=/var/lib/kubelet/config.yaml${more}`,
    restart: "always",
  });
  const { pid } = machine.services.at(-1)!;
  seesFiles(machine, pid!);
  return pid!;
}

/** What a process reads as the files of its host. */
const seesFiles = (machine: Machine, pid: number) =>
  write(machine, `/proc/${pid}/root`, { type: "link", target: "/" });
