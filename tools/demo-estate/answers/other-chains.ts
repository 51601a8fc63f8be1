import { fingerprintOf } from "../machine/ssh-keys.ts";
import { type PlantedChain, step } from "./answer.ts";

/** Chains over a certificate authority, an open service, a share or a password, and one local chain. */
export const otherChains = (): PlantedChain[] => [
  {
    name: "whoever reads the authority's key is root where it is trusted",
    from: "karl@jump-1",
    to: "root@db-2",
    hops: [
      {
        edge: "HoldsAuthority",
        from: "karl@jump-1",
        to: `authority ${fingerprintOf("user authority")}`,
        host: "jump-1",
      },
      {
        edge: "Reaches",
        from: `authority ${fingerprintOf("user authority")}`,
        to: "service 22/tcp on db-2",
        host: "db-2",
      },
      { edge: "CertOpens", from: "service 22/tcp on db-2", to: "root@db-2", host: "db-2" },
    ],
    status: "confirmed",
    questions: [
      "Can karl get from jump-1 to root on db-2?",
      "how could someone with karl's account on jump-1 become root on db-2?",
      "path from karl@jump-1 to root@db-2",
    ],
  },
  {
    name: "Docker answers anybody in the build network",
    from: "grace@ci-1",
    to: "root@runner-1",
    hops: [
      {
        edge: "Reaches",
        from: "grace@ci-1",
        to: "service 2375/tcp on runner-1",
        host: "runner-1",
      },
      {
        edge: "ServiceOpen",
        from: "service 2375/tcp on runner-1",
        to: "root@runner-1",
        host: "runner-1",
      },
    ],
    status: "confirmed",
    questions: [
      "Can grace on ci-1 get to root on runner-1?",
      "how could grace move from ci-1 to root on runner-1",
      "show an attack path from grace@ci-1 to root@runner-1",
    ],
  },
  {
    name: "the database's keeper becomes postgres, and postgres root",
    from: "dana@db-1",
    to: "root@db-1",
    hops: [
      step("SudoUser", "dana@db-1", "postgres@db-1"),
      step("SudoRoot", "postgres@db-1", "root@db-1"),
    ],
    status: "confirmed",
    questions: [
      "Can dana become root on db-1?",
      "how could dana on db-1 get to root on db-1",
      "is there a path from dana@db-1 to root@db-1",
    ],
  },
  {
    name: "doas lets the mail filter run everything as root",
    from: "maildrop@mail-1",
    to: "root@mail-1",
    hops: [step("Doas", "maildrop@mail-1", "root@mail-1")],
    status: "confirmed",
    questions: [
      "Can maildrop become root on mail-1?",
      "how could maildrop on mail-1 get to root on mail-1",
      "is there a path from maildrop@mail-1 to root@mail-1",
    ],
  },
  {
    name: "frank writes what heidi's shell reads at her next login",
    from: "frank@app-2",
    to: "heidi@app-2",
    hops: [step("WritesUserLogin", "frank@app-2", "heidi@app-2")],
    status: "unconfirmed",
    questions: [
      "Can frank become heidi on app-2?",
      "how could frank on app-2 get to heidi on app-2",
      "is there a path from frank@app-2 to heidi@app-2",
    ],
  },
  {
    name: "a laptop's root writes to the office's share as root",
    from: "root@laptop-1",
    to: "root@files-1",
    hops: [
      {
        edge: "Reaches",
        from: "root@laptop-1",
        to: "service 2049/tcp on files-1",
        host: "files-1",
      },
      {
        edge: "NfsRootWrite",
        from: "service 2049/tcp on files-1",
        to: "root@files-1",
        host: "files-1",
      },
    ],
    status: "unconfirmed",
    questions: [
      "Can root on laptop-1 become root on files-1?",
      "how could root@laptop-1 get to root@files-1",
      "is there a path from root on laptop-1 to root on files-1?",
    ],
  },
  {
    name: "somebody on the internet guesses a password",
    from: "the internet",
    to: "root@vpn-1",
    hops: [
      { edge: "Reaches", from: "the internet", to: "service 22/tcp on vpn-1", host: "vpn-1" },
      { edge: "PasswordLogin", from: "service 22/tcp on vpn-1", to: "peggy@vpn-1", host: "vpn-1" },
      step("LoaderHijack", "peggy@vpn-1", "root@vpn-1"),
    ],
    status: "unconfirmed",
    questions: [
      "Can someone on the internet get to root on vpn-1?",
      "how could an attacker from the internet become root on vpn-1?",
      "is there a way from the internet to root@vpn-1",
    ],
  },
];
