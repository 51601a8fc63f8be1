import { fingerprintOf } from "../machine/ssh-keys.ts";

/** One step as chains report it; `host` is the host whose data proves it. */
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
  /** Unconfirmed chains need something the data cannot prove, such as a password or a user action. */
  status: "confirmed" | "unconfirmed";
  questions: [string, string, string];
}

/** Looks like a chain, but one restriction blocks it. */
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

export const hostOf = (label: string) => label.slice(label.lastIndexOf("@") + 1);

/** A step on one host: "postgres@db-1" to "root@db-1". */
export const step = (edge: string, from: string, to: string): Step => ({
  edge,
  from,
  to,
  host: hostOf(from),
});

/** The three steps of a login with a key stored on another host. */
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
