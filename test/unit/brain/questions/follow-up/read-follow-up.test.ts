import { expect, test } from "vitest";
import type { Previous } from "../../../../../src/brain/questions/model/previous.ts";
import type { Reading } from "../../../../../src/contract/reading.ts";
import { reader } from "../reader-under-test.ts";

const tags: Record<string, string>[] = [
  { env: "prod", role: "web" },
  { env: "staging", role: "web" },
  { env: "prod", role: "db" },
  { env: "staging", role: "db" },
  { role: "bastion" },
];
const fleet = {
  hosts: ["web-1", "web-2", "db-1", "db-2", "bastion"],
  tags,
  now: Date.UTC(2026, 10, 20, 12),
};

function after(query: string, text: string, rows: Previous["rows"] = null): Reading {
  const reading = reader.read(query, fleet);
  return reader.read(text, { ...fleet, previous: { query, reading, rows } });
}

const processes = "which processes run as root on web-1?";
const sockets = "which sockets are listening?";
const accounts = "list the users";
const packages = "how many packages are installed?";
const logins = "who logged in during the last 7 days?";
const login = "which hosts let root log in by password?";
const posture = "is everything secure?";
const path = "how could someone get from web-1 to root on db-1?";
const inbound = "who can become root on db-1?";
const top = "top 5 processes by memory";
const slow = "why is db-1 slow?";
const sql = "SELECT name FROM users";

const refined: [before: string, text: string, reading: string][] = [
  [processes, "and on prod?", "Processes where username is root, on hosts tagged env=prod."],
  [processes, "same for db-1", "Processes where username is root, on db-1."],
  [processes, "what about web-2 and db-2?", "Processes where username is root, on web-2, db-2."],
  [processes, "on all hosts", "Processes where username is root, on all hosts."],
  [processes, "everywhere", "Processes where username is root, on all hosts."],
  [processes, "db-1?", "Processes where username is root, on db-1."],
  [processes, "on web-*", "Processes where username is root, on web-*."],
  [processes, "and in staging", "Processes where username is root, on hosts tagged env=staging."],
  [processes, "and on the bastion?", "Processes where username is root, on bastion."],
  [
    processes,
    "and the others?",
    "Processes where username is root, on web-2, db-1, db-2, bastion.",
  ],
  [processes, "only the ones as root", "Processes where username is root, on web-1."],
  [processes, "only the ones as postgres", "Processes where username is postgres, on web-1."],
  [processes, "and as nobody?", "Processes where username is nobody, on web-1."],
  [processes, "as www-data", "Processes where username is www-data, on web-1."],
  [processes, "and for root on db-1?", "Processes where username is root, on db-1."],
  [processes, "on the db-2 host as www-data", "Processes where username is www-data, on db-2."],
  [processes, "without root", "Processes where username is not root, on web-1."],
  [processes, "excluding sshd", "Processes where username is root and name is not sshd, on web-1."],
  [
    processes,
    "just those named nginx",
    "Processes where username is root and name is nginx, on web-1.",
  ],
  [processes, "only zombies", "Processes where username is root and state is zombies, on web-1."],
  [
    processes,
    "and with a deleted binary?",
    "Processes where username is root and on disk is no, on web-1.",
  ],
  [
    processes,
    "those using more than 1GB",
    "Processes where username is root and resident size is above 1GB, on web-1.",
  ],
  [
    processes,
    "which of them are older than a week?",
    "Processes where username is root, on web-1, more than 7 days ago.",
  ],
  [
    processes,
    "in the last hour",
    "Processes where username is root, on web-1, in the last 1 hour.",
  ],
  [processes, "how many?", "The number of processes where username is root, on web-1."],
  [processes, "per user", "The number of processes by username where username is root, on web-1."],
  [
    processes,
    "newest first",
    "Processes where username is root, on web-1, by start time, the latest first.",
  ],
  [
    processes,
    "biggest first",
    "Processes where username is root, on web-1, by resident size, the highest first.",
  ],
  [
    processes,
    "sorted by cpu",
    "Processes where username is root, on web-1, by cpu percent, the highest first.",
  ],
  [
    processes,
    "top 5 by memory",
    "The 5 processes with the highest resident size where username is root, on web-1.",
  ],
  [processes, "which ones?", "Processes where username is root, on web-1."],
  [sockets, "only 443", "Listening sockets where port is 443, on all hosts."],
  [sockets, "just those listening on 443", "Listening sockets where port is 443, on all hosts."],
  [sockets, "port 22", "Listening sockets where port is 22, on all hosts."],
  [sockets, "and on db-1?", "Listening sockets, on db-1."],
  [sockets, "on tcp", "Listening sockets where protocol is tcp, on all hosts."],
  [sockets, "only udp", "Listening sockets where protocol is udp, on all hosts."],
  [sockets, "as root", "Listening sockets where username is root, on all hosts."],
  [
    sockets,
    "without localhost",
    "Listening sockets where address is not in 127.0.0.0/8 or ::1/128, on all hosts.",
  ],
  [
    sockets,
    "which of them are on every interface?",
    "Listening sockets where address is one of 0.0.0.0 or ::, on all hosts.",
  ],
  [sockets, "per process", "The number of listening sockets by process name, on all hosts."],
  [
    accounts,
    "without the system ones",
    "Accounts where type is none of root or system or special, on all hosts.",
  ],
  [accounts, "the disabled ones", "Accounts where enabled is no, on all hosts."],
  [accounts, "with uid 0", "Accounts where uid is 0, on all hosts."],
  [accounts, "only bash", "Accounts where shell contains bash, on all hosts."],
  [accounts, "except root", "Accounts where username is not root, on all hosts."],
  [accounts, "on db-1 only", "Accounts, on db-1."],
  [accounts, "but not on db-1", "Accounts, on web-1, web-2, db-2, bastion."],
  [accounts, "how many per host?", "The number of accounts by host, on all hosts."],
  [accounts, "count them", "The number of accounts, on all hosts."],
  [packages, "which ones?", "Packages, on all hosts."],
  [packages, "only openssl", "The number of packages where name is openssl, on all hosts."],
  [
    packages,
    "older than 3.0",
    "The number of packages where version is older than 3.0, on all hosts.",
  ],
  [packages, "per host", "The number of packages by host, on all hosts."],
  [logins, "only root", "Logins where username is root, on all hosts, in the last 7 days."],
  [logins, "yesterday", "Logins, on all hosts, yesterday."],
  [logins, "since monday", "Logins, on all hosts, since monday."],
  [
    logins,
    "from 10.0.0.5",
    "Logins where source address is 10.0.0.5, on all hosts, in the last 7 days.",
  ],
  [logins, "per user", "The number of logins by username, on all hosts, in the last 7 days."],
  [top, "top 10", "The 10 processes with the highest resident size, on all hosts."],
  [top, "by cpu", "The 5 processes with the highest cpu percent, on all hosts."],
  [top, "on db-1", "The 5 processes with the highest resident size, on db-1."],
  [
    login,
    "and on prod?",
    "Checks for sshd lets root log in; sshd accepts passwords, on hosts tagged env=prod.",
  ],
  [login, "what about db-1?", "Checks for sshd lets root log in; sshd accepts passwords, on db-1."],
  [login, "how many?", "Checks for sshd lets root log in; sshd accepts passwords, on all hosts."],
  [posture, "and on prod?", "Every check of the catalogue, on hosts tagged env=prod."],
  [posture, "web-1?", "Every check of the catalogue, on web-1."],
  [slow, "and web-1?", "Load, memory, disks and the busiest processes, on web-1."],
  [sql, "and on prod?", "The SQL statement as written, on hosts tagged env=prod."],
];

test.each(refined)("after %j, %j is read as: %s", (before, text, expected) => {
  const reading = after(before, text);
  expect(reading).toMatchObject({
    text: expected,
    follow_up: { question: before, asks: "refine" },
  });
});

const paths: [before: string, text: string, path: object][] = [
  [path, "and from db-2?", { from: { name: "db-2" }, to: { name: "db-1", priv: "root" } }],
  [path, "and on web-2?", { from: { name: "web-2" }, to: { name: "db-1" } }],
  [path, "what about db-2?", { from: { name: "web-1" }, to: { name: "db-2", priv: "root" } }],
  [path, "from the internet", { from: { kind: "internet" }, to: { name: "db-1" } }],
  [path, "without ssh", { avoid: ["ssh"] }],
  [path, "without sudo or docker", { avoid: ["sudo", "docker"] }],
  [path, "via the bastion", { via: ["bastion"] }],
  [path, "as admin", { to: { name: "db-1", priv: "admin" } }],
  [path, "to root", { to: { name: "db-1", priv: "root" } }],
  [path, "in at most 3 hops", { max_hops: 3 }],
  [path, "shortest one", { mode: "shortest" }],
  [path, "how many?", { mode: "count" }],
  [path, "which fix cuts them?", { mode: "choke_point" }],
  [inbound, "and on web-1?", { to: { name: "web-1", priv: "root" }, mode: "inbound" }],
  [inbound, "and from db-2?", { from: { name: "db-2" }, to: { name: "db-1" }, mode: "find" }],
  [inbound, "and prod?", { to: { tags: { env: "prod" }, priv: "root" } }],
];

test.each(paths)("after %j, %j asks for other paths", (before, text, expected) => {
  expect(after(before, text)).toMatchObject({ path: expected, follow_up: { asks: "refine" } });
});

const asked: [text: string, asks: string][] = [
  ["why?", "why"],
  ["how come?", "why"],
  ["how do you know?", "why"],
  ["what is the evidence?", "why"],
  ["why on web-1?", "why"],
  ["since when?", "since_when"],
  ["how long has it been like that?", "since_when"],
  ["when did that start?", "since_when"],
  ["what changed since yesterday?", "changes"],
  ["what's new?", "changes"],
  ["any changes since monday?", "changes"],
  ["what has changed in the last 24 hours?", "changes"],
  ["show the rest", "rest"],
  ["more", "rest"],
  ["all of them", "rest"],
  ["the next page", "rest"],
];

test.each(asked)("%j asks of the answer before: %s", (text, asks) => {
  for (const before of [processes, login, path, posture])
    expect(after(before, text).follow_up).toMatchObject({ question: before, asks });
});

test.each([
  "which users have no password?",
  "and which users have no password?",
  "how many users are there?",
  "list the listening ports of db-1",
  "what is listening on port 443?",
  "who can become root on db-1?",
  "why is db-1 slow?",
  "what changed in /etc since yesterday?",
  "is ssh password login allowed?",
  "what's the weather",
  "delete them",
  "and delete the ones as root",
  "and kill them",
  "SELECT 1",
])("%j is a question of its own", (text) => {
  expect(after(processes, text)).toEqual(reader.read(text, fleet));
});

test.each([
  [processes, "thanks"],
  [processes, "asdf qwer"],
  [processes, "but not on web-1"],
  [sockets, "and the others?"],
  [login, "only the critical ones"],
  [sql, "how many?"],
  [slow, "per user"],
])("after %j, %j is asked back with the reading so far", (before, text) => {
  const reading = after(before, text);
  expect(reading.behaviour).toBe("clarify");
  expect(reading.text).toContain(reader.read(before, fleet).text);
  expect(reading.suggestions.length).toBeGreaterThan(0);
});

test("a question that was not answered can't be refined", () => {
  for (const text of ["and on prod?", "why?", "only the ones as root"])
    expect(after("asdf qwer", text).text).toContain('"asdf qwer", was not answered');
  expect(after("asdf qwer", processes)).toEqual(reader.read(processes, fleet));
});

test("follow-ups refine one another", () => {
  const first = after(processes, "and on prod?");
  const previous = { query: "and on prod?", reading: first, rows: null };
  const second = reader.read("how many?", { ...fleet, previous });
  expect(second.text).toBe(
    "The number of processes where username is root, on hosts tagged env=prod.",
  );
});

test("the rest begins after the rows that were shown, or is the whole of an answer that was complete", () => {
  const skipOf = (rows: Previous["rows"]) => after(accounts, "show the rest", rows).follow_up?.skip;
  expect(skipOf({ before: 0, shown: 500, after: 300 })).toBe(500);
  expect(skipOf({ before: 500, shown: 500, after: 10 })).toBe(1000);
  expect(skipOf({ before: 0, shown: 42, after: 0 })).toBe(0);
  const ranked = after(top, "show the rest", { before: 0, shown: 5, after: 0 });
  expect(ranked.follow_up?.skip).toBe(5);
  expect(ranked.text).toBe("Processes, on all hosts, by resident size, the highest first.");
});

test("since when orders rows by the time they have, and keeps the reading where they have none", () => {
  expect(after(processes, "since when?").aggregate).toMatchObject({
    type: "top_n",
    fields: ["start_time"],
    order: "asc",
  });
  expect(after(accounts, "since when?").aggregate.type).toBe("none");
});

test("what changed keeps the time asked for, as the state to compare with", () => {
  expect(after(processes, "what changed since yesterday?").follow_up?.since).toBe(
    "since:yesterday",
  );
  expect(after(processes, "what changed?").follow_up).not.toHaveProperty("since");
});
