import type { Row } from "../../model/table.ts";
import {
  flagOf,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from "../../parsers/json-values.ts";
import { type AskLxd, lxdTable } from "./lxd-table.ts";

/** One row per certificate that may use the daemon. */
export const lxdCertificates = lxdTable(
  "lxd_certificates",
  "Certificates that LXD trusts.",
  readCertificates,
);

export async function readCertificates(ask: AskLxd): Promise<Row[]> {
  return objectsOf(await ask("/1.0/certificates?recursion=1")).map((one) => ({
    name: textOf(one.name),
    type: textOf(one.type),
    fingerprint: textOf(one.fingerprint),
    certificate: textOf(one.certificate),
  }));
}

/** One row per image. */
export const lxdImages = lxdTable("lxd_images", "Images of LXD.", readImages);

export async function readImages(ask: AskLxd): Promise<Row[]> {
  return objectsOf(await ask("/1.0/images?recursion=1")).map((image) => {
    const properties = objectOf(image.properties);
    const source = objectOf(image.update_source);
    return {
      id: textOf(image.fingerprint),
      architecture: textOf(image.architecture),
      os: textOf(properties.os),
      release: textOf(properties.release),
      description: textOf(properties.description),
      aliases: objectsOf(image.aliases)
        .map(({ name }) => name)
        .join(","),
      filename: textOf(image.filename),
      size: numberOf(image.size),
      auto_update: flagOf(image.auto_update),
      cached: flagOf(image.cached),
      public: flagOf(image.public),
      created_at: textOf(image.created_at),
      expires_at: textOf(image.expires_at),
      uploaded_at: textOf(image.uploaded_at),
      last_used_at: textOf(image.last_used_at),
      update_source_server: textOf(source.server),
      update_source_protocol: textOf(source.protocol),
      update_source_certificate: textOf(source.certificate),
      update_source_alias: textOf(source.alias),
    };
  });
}

/** One row per network. */
export const lxdNetworks = lxdTable("lxd_networks", "Networks of LXD.", readNetworks);

export async function readNetworks(ask: AskLxd): Promise<Row[]> {
  const networks = objectsOf(await ask("/1.0/networks?recursion=1"));
  return Promise.all(
    networks.map(async (network) => {
      const name = textOf(network.name) ?? "";
      const config = objectOf(network.config);
      const state = objectOf(await ask(`/1.0/networks/${encodeURIComponent(name)}/state`));
      const counters = objectOf(state.counters);
      return {
        name,
        type: textOf(network.type),
        managed: flagOf(network.managed),
        ipv4_address: textOf(config["ipv4.address"]),
        ipv6_address: textOf(config["ipv6.address"]),
        used_by: listOf(network.used_by).map(lastPart).join(","),
        bytes_received: numberOf(counters.bytes_received),
        bytes_sent: numberOf(counters.bytes_sent),
        packets_received: numberOf(counters.packets_received),
        packets_sent: numberOf(counters.packets_sent),
        hwaddr: textOf(state.hwaddr),
        state: textOf(state.state),
        mtu: numberOf(state.mtu),
      };
    }),
  );
}

/** One row per storage pool. */
export const lxdStoragePools = lxdTable(
  "lxd_storage_pools",
  "Storage pools of LXD.",
  readStoragePools,
);

export async function readStoragePools(ask: AskLxd): Promise<Row[]> {
  const pools = objectsOf(await ask("/1.0/storage-pools?recursion=1"));
  return Promise.all(
    pools.map(async (pool) => {
      const name = textOf(pool.name) ?? "";
      const config = objectOf(pool.config);
      const used = objectOf(await ask(`/1.0/storage-pools/${encodeURIComponent(name)}/resources`));
      const [space, inodes] = [objectOf(used.space), objectOf(used.inodes)];
      return {
        name,
        driver: textOf(pool.driver),
        source: textOf(config.source),
        size: textOf(config.size),
        space_used: numberOf(space.used),
        space_total: numberOf(space.total),
        inodes_used: numberOf(inodes.used),
        inodes_total: numberOf(inodes.total),
      };
    }),
  );
}

/** "/1.0/instances/web" uses a network as "web". */
const lastPart = (path: unknown) => String(path).split("/").at(-1);
