import { makeEstate } from "../fleet/make-estate.ts";
import { type BenchServer, startBenchServer } from "../fleet/server.ts";

/** Starts three servers over a database, with `hosts` simulated ones in all. */
export async function startServers(database: string, hosts: number): Promise<BenchServer[]> {
  const servers: BenchServer[] = [];
  for (let first = 0; first < 3; first++) {
    // Every third one each.
    const from = Math.floor((hosts * first) / 3);
    const count = Math.floor((hosts * (first + 1)) / 3) - from;
    const make = (folder: string) => makeEstate(folder, count, from);
    const beside = servers[0];
    servers.push(
      await startBenchServer({ hosts: count, make, database, ...(beside && { beside }) }),
    );
  }
  return servers;
}

export async function stopServers(servers: BenchServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}
