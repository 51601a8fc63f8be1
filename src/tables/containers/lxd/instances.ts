import type { Row } from "../../model/table.ts";
import {
  flagOf,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from "../../parsers/json-values.ts";
import { type AskLxd, lxdTable } from "./lxd-table.ts";

const instances = async (ask: AskLxd, depth = 1): Promise<JsonObject[]> =>
  objectsOf(await ask(`/1.0/instances?recursion=${depth}`));

/** One row per container and virtual machine. */
export const lxdInstances = lxdTable("lxd_instances", "Instances of LXD.", readInstances);

export async function readInstances(ask: AskLxd): Promise<Row[]> {
  // At depth 2 an instance comes with its state.
  return (await instances(ask, 2)).map((one) => {
    const config = objectOf(one.config);
    const state = objectOf(one.state);
    return {
      name: textOf(one.name),
      status: textOf(one.status),
      stateful: flagOf(one.stateful),
      ephemeral: flagOf(one.ephemeral),
      created_at: textOf(one.created_at),
      base_image: textOf(config["volatile.base_image"]),
      architecture: textOf(config["image.architecture"]) ?? textOf(one.architecture),
      os: textOf(config["image.os"]),
      description: textOf(config["image.description"]) ?? textOf(one.description),
      pid: numberOf(state.pid),
      processes: numberOf(state.processes),
    };
  });
}

/** One row per setting of an instance. */
export const lxdInstanceConfig = lxdTable(
  "lxd_instance_config",
  "Settings of LXD's instances.",
  readInstanceConfig,
);

export async function readInstanceConfig(ask: AskLxd): Promise<Row[]> {
  return (await instances(ask)).flatMap(({ name, config }) =>
    Object.entries(objectOf(config)).map(([key, value]) => ({
      name: textOf(name),
      key,
      value: textOf(value),
    })),
  );
}

/** One row per setting of an instance's device. */
export const lxdInstanceDevices = lxdTable(
  "lxd_instance_devices",
  "Devices of LXD's instances.",
  readInstanceDevices,
);

export async function readInstanceDevices(ask: AskLxd): Promise<Row[]> {
  return (await instances(ask)).flatMap(({ name, devices }) =>
    Object.entries(objectOf(devices)).flatMap(([device, settings]) =>
      Object.entries(objectOf(settings)).map(([key, value]) => ({
        name: textOf(name),
        device,
        device_type: textOf(objectOf(settings).type),
        key,
        value: textOf(value),
      })),
    ),
  );
}
