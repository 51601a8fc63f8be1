import { boxCuts, plantContainer } from "./containers.ts";
import { logins, outOfReach, stepsToRoot, stepsToUser } from "./kinds.ts";
import { accountOf, type Machine, ordinary } from "./machine.ts";
import { sourcesFor, sshPort } from "./network.ts";
import type { Random } from "./random.ts";
import { addSteps, nameOf, nextName, type Place, type Site, type Step } from "./site.ts";
import type { Login } from "./ssh/login.ts";
import { loginCuts } from "./ssh/restrict-login.ts";
import { gainsIn, reachableFrom } from "./steps-of-estate.ts";

export interface Chain {
  start: string;
  end: string;
  /** The block of a decoy; null for a chain. */
  cut: string | null;
}

/** Plants a path of two to six hops from an account to root; a decoy has one blocked step. */
export function plantChain(site: Site, isDecoy: boolean): Chain {
  const { random } = site;
  const hops = 2 + random.below(5);
  // A decoy blocked at its first step gives nothing to start another path with.
  const cutAt = isDecoy ? random.pick([0, 0, 0, random.below(hops)]) : -1;
  const first = firstPlace(site, { isDecoy, isCut: cutAt === 0 });
  const visited = new Set([first.place.machine]);
  const before = [first.place];
  let { place, cut } = first;
  for (let hop = first.hops; hop < hops; hop++) {
    const next = step(site, place, {
      isCut: hop === cutAt,
      isLast: hop === hops - 1,
      visited,
      before,
    });
    cut ??= next.cut;
    place = next.place;
    visited.add(place.machine);
    before.push(place);
  }
  return { start: first.name, end: nameOf(place), cut };
}

interface Arrived {
  place: Place;
  /** What blocks the step. */
  cut: string | null;
}

interface First extends Arrived {
  name: string;
  /** Candidates for the next step. */
  hops: number;
}

/** An ordinary account, or a container to break out of. */
function firstPlace(site: Site, { isDecoy, isCut }: { isDecoy: boolean; isCut: boolean }): First {
  const { random } = site;
  if (random.chance(0.85)) {
    const place = random.pick(isDecoy ? powerless(site) : accountsOf(site));
    return { name: nameOf(place), place, cut: null, hops: 0 };
  }
  const machine = random.pick(site.machines);
  const cut = isCut ? random.pick(boxCuts) : null;
  note(site, "container", cut);
  const name = plantContainer(site, { machine }, cut);
  return { name, place: { machine, account: "root" }, cut, hops: 1 };
}

const accountsOf = ({ machines }: Site): Place[] =>
  machines.flatMap((machine) => ordinary(machine).map((account) => ({ machine, account })));

/** Accounts that can't become root anywhere yet, if there are any. */
function powerless(site: Site): Place[] {
  const gains = gainsIn(site);
  const found = accountsOf(site).filter((place) => {
    const reached = [...reachableFrom(gains, nameOf(place))];
    return !reached.some((name) => name.startsWith("root@"));
  });
  return found.length > 0 ? found : accountsOf(site);
}

interface Wanted {
  isCut: boolean;
  isLast: boolean;
  /** Machines that the chain has used. */
  visited: Set<Machine>;
  /** Places that the chain has been at, this one included. */
  before: readonly Place[];
}

/**
 * From root the chain continues on another machine or as another account; otherwise it gains rights
 * or steps on. Where no other machine can be reached, it stays.
 */
function step(site: Site, place: Place, wanted: Wanted): Arrived {
  const { random } = site;
  const { isCut, isLast } = wanted;
  const leads = isCut || site.machines.some((machine) => isReachable(site, place, machine));
  if (place.account === "root") {
    const becomes = !isCut && !isLast && (!leads || random.chance(0.3));
    if (becomes)
      return { place: { ...place, account: random.pick(ordinary(place.machine)) }, cut: null };
    return leads ? goElsewhere(site, place, wanted) : { place, cut: null };
  }
  const choice = random.below(10);
  if (choice < 4 && leads) return goElsewhere(site, place, wanted);
  const steps = choice < 6 && !isLast ? stepsToUser : stepsToRoot;
  return climb(site, place, { steps, isCut });
}

function climb(
  site: Site,
  place: Place,
  { steps, isCut }: { steps: Step[]; isCut: boolean },
): Arrived {
  const { random } = site;
  const { machine } = place;
  const { chosen, cut } = choose(
    random,
    steps.filter(({ fits }) => fits?.(place) ?? true),
    isCut,
  );
  const others = ordinary(machine).filter((name) => name !== place.account);
  const to = steps === stepsToUser ? random.pick(others) : "root";
  note(site, chosen.kind, cut);
  const account = accountOf(machine, place.account);
  const from = chosen.plant({ site, machine, account, to, name: nextName(site), cut });
  addSteps(site, machine, from, to);
  return { place: { machine, account: to }, cut };
}

/** Mostly over SSH, to a reachable machine; an unreachable one blocks the step. */
function goElsewhere(site: Site, from: Place, wanted: Wanted): Arrived {
  const { isCut, isLast, visited } = wanted;
  const { random } = site;
  const isNear = !(isCut && random.chance(0.2));
  const machine = pickNew(site, {
    visited,
    fits: (each) => isReachable(site, from, each) === isNear,
  });
  if (!isCut && random.chance(0.03)) return openDocker(site, machine);
  const account =
    isLast || random.chance(0.4) ? "root" : random.pick(ordinary(machine).slice(0, -1));
  if (!isCut && random.chance(0.02)) return emptyPassword(site, { machine, account });
  return logIn(
    site,
    { reader: readerOf(site, from, wanted), from, to: { machine, account } },
    isCut && (isNear ? "by a cut" : "by the network"),
  );
}

/** Whether a login from there can succeed at all. */
function isReachable(site: Site, from: Place, machine: Machine): boolean {
  const port = sshPort({ machine });
  if (port === null || machine.server.revokes) return false;
  return sourcesFor(site, from.machine, port).length > 0;
}

/** Mostly who uses the credential, else somebody from whom it is carried along. */
function readerOf({ random, planted }: Site, from: Place, { before }: Wanted): Place {
  if (random.chance(0.7)) return from;
  const reader = random.pick([...before]);
  if (reader.machine !== from.machine) planted.add("carried");
  return reader;
}

/** A machine that the chain hasn't used, if there is one. */
function pickNew(
  { random, machines }: Site,
  { visited, fits }: { visited: Set<Machine>; fits(machine: Machine): boolean },
): Machine {
  const fitting = machines.filter(fits);
  const isNew = (machine: Machine) => !visited.has(machine);
  const choices = [fitting.filter(isNew), fitting, machines.filter(isNew), machines];
  return random.pick(choices.find(({ length }) => length > 0)!);
}

function logIn(
  site: Site,
  { reader, from, to }: Pick<Login, "reader" | "from" | "to">,
  isKept: "by a cut" | "by the network" | false,
): Arrived {
  const { random } = site;
  // sshd's settings for an account are decided once.
  const isDecided = to.machine.taken.has(`login ${to.account}`);
  const possible = logins.map((login) => ({
    ...login,
    cuts: login.cuts.filter((cut) => !(isDecided && loginCuts.includes(cut))),
  }));
  const { chosen, cut } = choose(random, possible, isKept === "by a cut");
  const { kind, plant } = chosen;
  const reported = isKept === "by the network" ? outOfReach : cut;
  note(site, kind, reported);
  plant({ site, reader, from, to, cut });
  return { place: to, cut: reported };
}

/** One step, or one of the blocks of all steps, each with the same probability. */
function choose<Kind extends { cuts: readonly string[] }>(
  random: Random,
  kinds: Kind[],
  isCut: boolean,
): { chosen: Kind; cut: string | null } {
  if (!isCut) return { chosen: random.pick(kinds), cut: null };
  return random.pick(kinds.flatMap((chosen) => chosen.cuts.map((cut) => ({ chosen, cut }))));
}

/** Docker's API without TLS, open to anyone who reaches it. */
function openDocker(site: Site, machine: Machine): Arrived {
  const listens = site.random.pick(["0.0.0.0", "0.0.0.0", "127.0.0.1"]);
  note(site, "docker-api", null);
  if (!machine.taken.has("docker-api"))
    site.services.push({ machine, port: 2375, listens, account: "root" });
  machine.taken.add("docker-api");
  return { place: { machine, account: "root" }, cut: null };
}

function emptyPassword(site: Site, place: Place): Arrived {
  note(site, "empty-password", null);
  place.machine.server.logins.get(place.account)!.emptyPassword = true;
  return { place, cut: null };
}

function note(site: Site, kind: string, cut: string | null): void {
  site.planted.add(kind);
  if (cut !== null) site.planted.add(`${kind}: ${cut}`);
}
