import { type Login, type Machine, ordinary } from "./machine.ts";
import { sourcesFor, sshPort } from "./network.ts";
import { type Held, nameOf, type Opening, type Site } from "./site.ts";

/** Every certain step, by the name of the account (or container) that can take it. */
function stepsOfEstate(site: Site): Map<string, Set<string>> {
  const steps = new Map([...site.steps].map(([from, to]) => [from, new Set(to)]));
  const add = (from: string, to: string) => {
    if (from !== to) steps.set(from, (steps.get(from) ?? new Set()).add(to));
  };
  for (const machine of site.machines)
    for (const account of ordinary(machine))
      add(`root@${machine.hostname}`, nameOf({ machine, account }));
  for (const held of site.held)
    for (const opening of site.openings)
      if (isTaken(site, { held, from: held.place.machine }, opening))
        add(nameOf(held.place), nameOf(opening.place));
  for (const service of [...site.services, ...site.machines.flatMap(openAccounts)])
    for (const from of site.machines)
      if (sourcesFor(site, from, service).length > 0)
        for (const { name } of from.accounts)
          add(nameOf({ machine: from, account: name }), nameOf(service));
  return steps;
}

/** Accounts with an empty password that sshd accepts. */
function openAccounts(machine: Machine): Site["services"] {
  const port = sshPort({ machine });
  const open = [...machine.server.logins].filter(
    ([, login]) => isOpen(login) && login.emptyPassword,
  );
  return port ? open.map(([account]) => ({ ...port, account })) : [];
}

const isOpen = ({ refusal, command, asks }: Login) => refusal + command + asks === "";

/** Whether sshd accepts this credential from a machine. */
function isTaken(
  site: Site,
  { held, from }: { held: Held; from: Machine },
  opening: Opening,
): boolean {
  if (held.fingerprint !== opening.fingerprint) return false;
  const names = held.principals;
  if (names && !opening.principals?.some((name) => names.includes(name))) return false;
  const { machine, account } = opening.place;
  const login = machine.server.logins.get(account)!;
  const port = sshPort({ machine });
  if (!port || !isOpen(login) || machine.server.revokes) return false;
  return sourcesFor(site, from, port).some(
    (address) =>
      opening.admits(address) && (login.subnet === "" || address.startsWith(`${login.subnet}.`)),
  );
}

/** What whoever has all of these gains by one more certain step. */
export type Gains = (had: ReadonlySet<string>) => Set<string>;

/** Credentials are kept: they are used from every machine on which an account is had. */
export function gainsIn(site: Site): Gains {
  const steps = stepsOfEstate(site);
  return (had) => {
    const machines = site.machines.filter((machine) =>
      machine.accounts.some(({ name }) => had.has(nameOf({ machine, account: name }))),
    );
    const carried = site.held
      .filter(({ place }) => had.has(nameOf(place)))
      .flatMap((held) =>
        site.openings.filter((opening) =>
          machines.some((from) => isTaken(site, { held, from }, opening)),
        ),
      );
    const next = [...had].flatMap((name) => [...(steps.get(name) ?? [])]);
    return new Set([...next, ...carried.map(({ place }) => nameOf(place))]);
  };
}

/** Everything reachable from there, in any number of steps. */
export function reachableFrom(gains: Gains, start: string): Set<string> {
  const had = new Set([start]);
  for (let before = -1; before < had.size; ) {
    before = had.size;
    for (const name of gains(had)) had.add(name);
  }
  had.delete(start);
  return had;
}
