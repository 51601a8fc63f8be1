import { boxCuts, plantContainer } from "./containers.ts";
import { logins, outOfReach, stepsToRoot, stepsToUser } from "./kinds.ts";
import { accountOf, type Machine, ordinary } from "./machine.ts";
import { sourcesFor, sshPort } from "./network.ts";
import type { Random } from "./random.ts";
import { addMoves, nameOf, nextName, type Place, type Site, type Step } from "./site.ts";
import { loginCuts } from "./ssh/restrict-login.ts";
import { movesOf, reachableFrom } from "./steps-of-estate.ts";

export interface Chain {
  start: string;
  end: string;
  /** What cuts it; null where nothing was meant to. */
  cut: string | null;
}

/** Plants a way of two to six hops from an account to root somewhere; a decoy has one step that is cut. */
export function plantChain(site: Site, isDecoy: boolean): Chain {
  const { random } = site;
  const hops = 2 + random.below(5);
  // Who is stopped at the first step has nothing to find another way with.
  const cutAt = isDecoy ? random.pick([0, 0, 0, random.below(hops)]) : -1;
  const first = firstPlace(site, { isDecoy, isCut: cutAt === 0 });
  const visited = new Set([first.place.machine]);
  let { place, cut } = first;
  for (let hop = first.hops; hop < hops; hop++) {
    const next = step(site, place, { isCut: hop === cutAt, isLast: hop === hops - 1, visited });
    cut ??= next.cut;
    place = next.place;
    visited.add(place.machine);
  }
  return { start: first.name, end: nameOf(place), cut };
}

interface Arrived {
  place: Place;
  /** What keeps it from being one. */
  cut: string | null;
}

interface First extends Arrived {
  name: string;
  /** Those behind one who is there. */
  hops: number;
}

/** An ordinary account, or a container that one breaks out of. */
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

/** Those that become root nowhere so far, if there are any. */
function powerless(site: Site): Place[] {
  const moves = movesOf(site);
  const found = accountsOf(site).filter((place) => {
    const reached = [...reachableFrom(moves, nameOf(place))];
    return !reached.some((name) => name.startsWith("root@"));
  });
  return found.length > 0 ? found : accountsOf(site);
}

interface Wanted {
  isCut: boolean;
  isLast: boolean;
  /** Machines that the chain was on. */
  visited: Set<Machine>;
}

/** From root one goes to another machine or becomes somebody; others go up or elsewhere. */
function step(site: Site, place: Place, wanted: Wanted): Arrived {
  const { random } = site;
  const { isCut, isLast } = wanted;
  if (place.account === "root") {
    const becomes = !isCut && !isLast && random.chance(0.3);
    if (!becomes) return goElsewhere(site, place, wanted);
    return { place: { ...place, account: random.pick(ordinary(place.machine)) }, cut: null };
  }
  const choice = random.below(10);
  if (choice < 4) return goElsewhere(site, place, wanted);
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
  addMoves(site, machine, from, to);
  return { place: { machine, account: to }, cut };
}

/** Over SSH mostly, to a machine that can be reached; a step can also be cut by one that can't. */
function goElsewhere(site: Site, from: Place, { isCut, isLast, visited }: Wanted): Arrived {
  const { random } = site;
  const isWithin = (machine: Machine) => {
    const port = sshPort({ machine });
    return (
      port !== null && !machine.server.revokes && sourcesFor(site, from.machine, port).length > 0
    );
  };
  const isNear = !(isCut && random.chance(0.2));
  const machine = pickNew(site, { visited, fits: (each) => isWithin(each) === isNear });
  if (!isCut && random.chance(0.03)) return openDocker(site, machine);
  const account =
    isLast || random.chance(0.4) ? "root" : random.pick(ordinary(machine).slice(0, -1));
  if (!isCut && random.chance(0.02)) return emptyPassword(site, { machine, account });
  return logIn(
    site,
    { from, to: { machine, account } },
    isCut && (isNear ? "by a cut" : "by the network"),
  );
}

/** One that the chain wasn't on yet, where there is one. */
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
  { from, to }: { from: Place; to: Place },
  isKept: "by a cut" | "by the network" | false,
): Arrived {
  const { random } = site;
  // What sshd makes of an account is decided once.
  const isDecided = to.machine.taken.has(`login ${to.account}`);
  const possible = logins.map((login) => ({
    ...login,
    cuts: login.cuts.filter((cut) => !(isDecided && loginCuts.includes(cut))),
  }));
  const { chosen, cut } = choose(random, possible, isKept === "by a cut");
  const { kind, plant } = chosen;
  const told = isKept === "by the network" ? outOfReach : cut;
  note(site, kind, told);
  plant({ site, from, to, cut });
  return { place: to, cut: told };
}

/** One of them, or one of the cuts of all of them, each as often as any other. */
function choose<Kind extends { cuts: readonly string[] }>(
  random: Random,
  kinds: Kind[],
  isCut: boolean,
): { chosen: Kind; cut: string | null } {
  if (!isCut) return { chosen: random.pick(kinds), cut: null };
  return random.pick(kinds.flatMap((chosen) => chosen.cuts.map((cut) => ({ chosen, cut }))));
}

/** Docker's API without TLS, for whoever reaches it. */
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
