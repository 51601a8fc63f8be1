import { fingerprintOf } from "../machine/ssh-keys.ts";

/** One step as chains name it; `host` is the one that proves it. */
export interface Step {
  edge: string;
  from: string;
  to: string;
  host: string;
}

export interface PlantedChain {
  name: string;
  from: string;
  to: string;
  hops: Step[];
  /** Unconfirmed ones need something that nobody can know from here: a password, somebody's doing. */
  status: "confirmed" | "unconfirmed";
  questions: [string, string, string];
}

/** What looks like a chain and is cut by one restriction. */
export interface Decoy {
  name: string;
  from: string;
  to: string;
  cut_by: string;
  /** Where the restriction is. */
  host: string;
  questions: string[];
}

export interface AnswerKey {
  chains: PlantedChain[];
  decoys: Decoy[];
}

const hostOf = (label: string) => label.slice(label.lastIndexOf("@") + 1);

/** A step on one host: "postgres@db-1" to "root@db-1". */
export const step = (edge: string, from: string, to: string): Step => ({
  edge,
  from,
  to,
  host: hostOf(from),
});

/** The three steps of a login with a key that lies on another host. */
export function byKey(from: string, name: string, to: string): Step[] {
  const key = `key ${fingerprintOf(name)}`;
  const target = hostOf(to);
  const service = `service 22/tcp on ${target}`;
  return [
    { edge: "HoldsKey", from, to: key, host: hostOf(from) },
    { edge: "Reaches", from: key, to: service, host: target },
    { edge: "KeyOpens", from: service, to, host: target },
  ];
}
