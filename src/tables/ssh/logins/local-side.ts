import {
  addressesOfKind,
  type ConnectionKind,
  type LoginTarget,
  reachedAddresses,
} from "./connection-kinds.ts";
import { isLoopback } from "./exposure.ts";

/** What connections of a kind have in common at the server's end. */
export interface LocalSide {
  /** The Match criteria that these connections meet and others to the same port do not; "" if there are none. */
  match: string;
  /** The clients that reach such an address, as in authorized_keys' `from=`; "": all. */
  clients: string;
}

export const anyLocalSide: LocalSide = { match: "", clients: "" };
/** A connection to an address of loopback comes from one. */
const ofLoopback = "127.0.0.0/8,::1";
const notOfLoopback = "!127.0.0.0/8,!::1,*";

/** That of the connections of several kinds, which are not all that there are. */
export function localSideOf(target: LoginTarget, kinds: ConnectionKind[]): LocalSide {
  const conditions = kinds.flatMap(({ server, notServer }) => [...server, ...notServer]);
  const depends = { match: [...new Set(conditions)].join("; "), clients: "" };
  const all = reachedAddresses(target);
  const parts = kinds.map((kind) => addressesOfKind(target, kind));
  if (!all || all.some(isWildcard) || conditions.some(isOfDomain)) return depends;
  const here = all.filter((address) => parts.some((part) => part?.includes(address)));
  if (here.every(isLoopback)) return { match: "", clients: ofLoopback };
  const isOuterMissing = all.some((address) => !isLoopback(address) && !here.includes(address));
  if (isOuterMissing) return depends;
  return { match: "", clients: here.some(isLoopback) ? "" : notOfLoopback };
}

const isWildcard = (address: string) => address === "::" || address === "0.0.0.0";
/** Which routing domain a connection comes in by is not known. */
const isOfDomain = (condition: string) => condition.startsWith("RDomain ");
