import { byKey, type PlantedChain, step } from "./answer.ts";

/** Chains that use a key stored on one host and authorized on another. */
export const keyChains = (): PlantedChain[] => [
  {
    name: "a web server's clean-up script leads to the database",
    from: "www-data@web-1",
    to: "root@db-1",
    hops: [
      step("WritesRootJob", "www-data@web-1", "root@web-1"),
      ...byKey("root@web-1", "deploy@web-1", "postgres@db-1"),
      step("SudoRoot", "postgres@db-1", "root@db-1"),
    ],
    status: "confirmed",
    questions: [
      "How could someone get from web-1 to root on db-1?",
      "can www-data on web-1 reach root on db-1?",
      "show me the attack path from www-data@web-1 to root@db-1",
    ],
  },
  {
    name: "Docker on the CI server leads to the code",
    from: "gitlab-runner@ci-1",
    to: "root@git-1",
    hops: [
      step("GroupRoot", "gitlab-runner@ci-1", "root@ci-1"),
      ...byKey("root@ci-1", "git admin@ci-1", "root@git-1"),
    ],
    status: "confirmed",
    questions: [
      "Is there a way from ci-1 to root on git-1?",
      "how would the account gitlab-runner on ci-1 become root on git-1",
      "find an attack path from the account gitlab-runner@ci-1 to root@git-1",
    ],
  },
  {
    name: "an office backup key leads to all backups",
    from: "erin@laptop-2",
    to: "root@backup-1",
    hops: [
      ...byKey("erin@laptop-2", "backup@laptop-2", "backup@backup-1"),
      step("WritesRootJob", "backup@backup-1", "root@backup-1"),
    ],
    status: "confirmed",
    questions: [
      "If laptop-2 is stolen, could somebody get to root on backup-1?",
      "what is the shortest path from erin on laptop-2 to root on backup-1?",
      "can erin@laptop-2 escalate to root@backup-1",
    ],
  },
  {
    name: "a deploy account may change the script it runs as root",
    from: "frank@app-2",
    to: "root@app-1",
    hops: [
      ...byKey("frank@app-2", "frank@app-2", "deploy@app-1"),
      step("SudoRoot", "deploy@app-1", "root@app-1"),
    ],
    status: "confirmed",
    questions: [
      "Can frank get from app-2 to root on app-1?",
      "how does frank on app-2 reach root on app-1",
      "show the path from frank@app-2 to root@app-1",
    ],
  },
  {
    name: "monitoring may do anything with the cache's units",
    from: "nagios@monitor-1",
    to: "root@cache-1",
    hops: [
      ...byKey("nagios@monitor-1", "nagios@monitor-1", "nagios@cache-1"),
      step("SudoRoot", "nagios@cache-1", "root@cache-1"),
    ],
    status: "confirmed",
    questions: [
      "How could someone get from monitor-1 to root on cache-1?",
      "if nagios on monitor-1 is compromised, can they get root on cache-1?",
      "is there an attack path from nagios@monitor-1 to root@cache-1",
    ],
  },
  {
    name: "an hourly report leads from mail to the web",
    from: "vmail@mail-1",
    to: "root@web-3",
    hops: [
      step("WritesRootUnit", "vmail@mail-1", "root@mail-1"),
      ...byKey("root@mail-1", "cert sync", "acme@web-3"),
      step("SudoRoot", "acme@web-3", "root@web-3"),
    ],
    status: "confirmed",
    questions: [
      "Is there a path from mail-1 to root on web-3?",
      "can vmail on mail-1 get to root on web-3?",
      "how would an attacker move from vmail@mail-1 to root@web-3",
    ],
  },
  {
    name: "a shared key opens root on three hosts",
    from: "ops@bastion-1",
    to: "root@files-1",
    hops: byKey("ops@bastion-1", "ops shared", "root@files-1"),
    status: "confirmed",
    questions: [
      "Can ops on bastion-1 become root on files-1?",
      "how could someone get from bastion-1 to root on files-1?",
      "shortest path from ops@bastion-1 to root@files-1",
    ],
  },
  {
    name: "a setuid program that the data team may change",
    from: "nina@analytics-1",
    to: "etl@db-2",
    hops: [
      step("SetuidRoot", "nina@analytics-1", "root@analytics-1"),
      step("Impersonates", "root@analytics-1", "etl@analytics-1"),
      ...byKey("etl@analytics-1", "etl@analytics-1", "etl@db-2"),
    ],
    status: "confirmed",
    questions: [
      "Can nina on analytics-1 get to etl on db-2?",
      "how does nina@analytics-1 reach the account etl on db-2",
      "is there any way from nina on analytics-1 to etl@db-2?",
    ],
  },
  {
    name: "the first folder of a job's PATH belongs to the log shipper",
    from: "logship@log-1",
    to: "root@backup-1",
    hops: [
      step("PathHijack", "logship@log-1", "root@log-1"),
      ...byKey("root@log-1", "archive@log-1", "archive@backup-1"),
      step("WritesRootJob", "archive@backup-1", "root@backup-1"),
    ],
    status: "confirmed",
    questions: [
      "How could someone get from log-1 to root on backup-1?",
      "can logship on log-1 reach root on backup-1",
      "attack path from logship@log-1 to root@backup-1?",
    ],
  },
  {
    name: "a container with the host's privileges leads to the shop",
    from: "container registry-mirror on docker-1",
    to: "root@app-1",
    hops: [
      {
        edge: "ContainerEscape",
        from: "container registry-mirror on docker-1",
        to: "root@docker-1",
        host: "docker-1",
      },
      ...byKey("root@docker-1", "pull@docker-1", "deploy@app-1"),
      step("SudoRoot", "deploy@app-1", "root@app-1"),
    ],
    status: "confirmed",
    questions: [
      "If the container registry-mirror on docker-1 is compromised, can it reach root on app-1?",
      "can someone get from the registry-mirror container on docker-1 to root on app-1?",
      "path from container registry-mirror on docker-1 to root@app-1",
    ],
  },
  {
    name: "a Python that may become anybody leads to another server",
    from: "heidi@app-2",
    to: "root@app-1",
    hops: [
      step("CapRoot", "heidi@app-2", "root@app-2"),
      step("Impersonates", "root@app-2", "frank@app-2"),
      ...byKey("frank@app-2", "frank@app-2", "deploy@app-1"),
      step("SudoRoot", "deploy@app-1", "root@app-1"),
    ],
    status: "confirmed",
    questions: [
      "Can heidi on app-2 get to root on app-1?",
      "how could heidi move from app-2 to root on app-1?",
      "attack path from heidi@app-2 to root@app-1",
    ],
  },
  {
    name: "a preloaded library leads from the VPN to the bastion",
    from: "peggy@vpn-1",
    to: "vpnsync@bastion-1",
    hops: [
      step("LoaderHijack", "peggy@vpn-1", "root@vpn-1"),
      ...byKey("root@vpn-1", "vpn sync", "vpnsync@bastion-1"),
    ],
    status: "confirmed",
    questions: [
      "Can peggy on vpn-1 get to vpnsync on bastion-1?",
      "how does peggy@vpn-1 reach vpnsync@bastion-1",
      "is there a way from peggy on vpn-1 to the account vpnsync on bastion-1?",
    ],
  },
  {
    name: "a key on a Mac leads to a Python that may become anybody",
    from: "heidi@laptop-3",
    to: "root@app-2",
    hops: [
      ...byKey("heidi@laptop-3", "heidi profiling", "heidi@app-2"),
      step("CapRoot", "heidi@app-2", "root@app-2"),
    ],
    status: "confirmed",
    questions: [
      "How could someone get from laptop-3 to root on app-2?",
      "can heidi on laptop-3 become root on app-2?",
      "show me a path from heidi@laptop-3 to root@app-2",
    ],
  },
];
