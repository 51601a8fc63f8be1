import { byKey, type PlantedChain, type Step, step } from "./answer.ts";

/** A confirmed chain from an account, asked for in three ways; Windows' root is SYSTEM. */
function confirmed(name: string, from: string, hops: Step[]): PlantedChain {
  const [account, here] = from.split("@");
  const to = hops.at(-1)!.to;
  const [end, there] = to.split("@");
  const target = end === "SYSTEM" ? "root" : end;
  return {
    name,
    ...{ from, to, hops },
    status: "confirmed",
    questions: [
      `Can ${account} on ${here} become ${target} on ${there}?`,
      `how could ${account} on ${here} get to ${target} on ${there}`,
      `is there a path from ${from} to ${to}`,
    ],
  };
}

/** Chains that start with a right of one account on its own host. */
export const accountChains = (): PlantedChain[] => [
  confirmed(
    "a rule to look at logs shows any file",
    "logwatch@vpn-1",
    byKey("logwatch@vpn-1", "vpn sync", "vpnsync@bastion-1"),
  ),
  confirmed("sudo opens a shell in a privileged container", "mirrorctl@docker-1", [
    {
      edge: "EntersContainer",
      from: "mirrorctl@docker-1",
      to: "container registry-mirror on docker-1",
      host: "docker-1",
    },
    {
      edge: "ContainerEscape",
      from: "container registry-mirror on docker-1",
      to: "root@docker-1",
      host: "docker-1",
    },
  ]),
  confirmed("su trusts a group", "netops@vpn-1", [step("SuOpens", "netops@vpn-1", "root@vpn-1")]),
  confirmed("a partner's import runs as the web server's account", "feed@web-1", [
    step("WritesUserJob", "feed@web-1", "www-data@web-1"),
    step("WritesRootJob", "www-data@web-1", "root@web-1"),
    ...byKey("root@web-1", "deploy@web-1", "postgres@db-1"),
    step("SudoRoot", "postgres@db-1", "root@db-1"),
  ]),
  confirmed("a nightly service looks in the compilers' folder first", "toolsmith@ci-1", [
    step("PathHijack", "toolsmith@ci-1", "root@ci-1"),
    ...byKey("root@ci-1", "git admin@ci-1", "root@git-1"),
  ]),
  confirmed("the sync of accounts may write the list of accounts", "staffsync@bastion-1", [
    step("WritesAccountFile", "staffsync@bastion-1", "root@bastion-1"),
    step("Impersonates", "root@bastion-1", "ops@bastion-1"),
    ...byKey("ops@bastion-1", "ops shared", "root@files-1"),
  ]),
  confirmed("every connection starts a program of the checks", "checks@monitor-1", [
    step("WritesRootUnit", "checks@monitor-1", "root@monitor-1"),
  ]),
  confirmed("sudo restarts a service whose program is the account's own", "plotsync@monitor-1", [
    step("WritesRootUnit", "plotsync@monitor-1", "root@monitor-1"),
  ]),
  confirmed("sudo lets a profiler choose its libraries", "jobtrace@analytics-1", [
    step("LoaderHijack", "jobtrace@analytics-1", "root@analytics-1"),
  ]),
  confirmed("support may write a task's script", "peggy@win-srv-1", [
    step("WritesTask", "peggy@win-srv-1", "SYSTEM@win-srv-1"),
  ]),
  confirmed("a service's path has blanks and no quotes", "ivan@win-srv-1", [
    step("UnquotedService", "ivan@win-srv-1", "SYSTEM@win-srv-1"),
  ]),
  confirmed("the helpdesk may write a publisher's keys", "peggy@files-1", [
    step("WritesKeyFile", "peggy@files-1", "webpress@files-1"),
  ]),
];
