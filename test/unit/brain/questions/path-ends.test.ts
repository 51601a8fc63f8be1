import { expect, test } from "vitest";
import { reader } from "./reader-under-test.ts";

const context = {
  hosts: "web-1 web-2 app-1 db-1 ci-1 bastion-1 laptop-3".split(" "),
  tags: [
    { env: "prod", role: "web" },
    { env: "prod", role: "db" },
    { env: "dev", role: "ci" },
  ],
  users: new Set(["bob", "alice", "etl"]),
  now: Date.UTC(2026, 10, 1),
};

const read = (question: string) => reader.read(question, context);

test.each([
  ["can anyone get from web-1 or web-2 to db-1?", "web-1", "db-1", ["web-2"]],
  ["from web-1, web-2 or app-1 to db-1?", "web-1", "db-1", ["web-2", "app-1"]],
  ["how could bob or alice become root on db-1?", "bob", "db-1", ["alice"]],
  ["how can bob and alice get to db-1?", "bob", "db-1", ["alice"]],
  ["how does web-1 lead to db-1 and app-1?", "web-1", "db-1", ["app-1"]],
  ["paths between web-1 and db-1", "web-1", "db-1", []],
])("%s: a second name of an end is left out and said so", (question, from, to, ignored) => {
  const { path, ignored: left = [] } = read(question);
  expect(path).toMatchObject({ from: { name: from }, to: { name: to } });
  expect(left).toEqual(expect.arrayContaining(ignored));
  expect(left.length).toBe(ignored.length);
});

test("several things may be done without at once", () => {
  const { path } = read("without bastion-1 or ci-1, can web-1 still reach db-1?");
  expect(path).toMatchObject({ from: { name: "web-1" }, to: { name: "db-1" } });
  expect(path?.avoid).toEqual(["bastion-1", "ci-1"]);
});

test("of two values of a tag the second is said to be left out", () => {
  const { path, ignored } = read("are the prod or dev hosts reachable from the internet?");
  expect(path?.to.tags).toEqual({ env: "prod" });
  expect(ignored).toContain("dev");
});

test("a sort of accounts that no end can have is said to be left out", () => {
  const { path, ignored } = read("which service accounts can reach db-1?");
  expect(path?.from).toEqual({ kind: "user", priv: "any" });
  expect(ignored).toEqual(["service"]);
});

test.each([
  "where does bob's ssh key get you?",
  "blast radius of bob's key",
  "if the ssh key of bob leaks, what can be reached?",
])("%s: the key of an account", (question) => {
  expect(read(question).path?.from).toEqual({ kind: "key", user: "bob", priv: "any" });
});

test("a host that is described and then named is one end", () => {
  const { path, ignored = [] } = read("can bob get to the prod web box, web-1?");
  expect(path?.to).toMatchObject({ kind: "host", name: "web-1" });
  expect(ignored).toEqual([]);
});

test("people of a sort are no account, and said to be left out", () => {
  const { path, ignored } = read("how do we keep contractors away from db-1?");
  expect(path?.to).toMatchObject({ name: "db-1" });
  expect(ignored).toContain("contractors");
  expect(read("how do we keep alice away from db-1?").path?.from).toMatchObject({ name: "alice" });
});

test("SSH agents are a way in of their own", () => {
  const { path, ignored = [] } = read(
    "can alice still reach db-1 if ssh agent forwarding was off?",
  );
  expect(path).toMatchObject({ from: { name: "alice" }, to: { name: "db-1" }, avoid: ["agent"] });
  expect(ignored).not.toContain("forwarding");
});

test("what a question takes away is left out of the paths, or said to be", () => {
  const { path } = read("what if ci-1 was shut down?");
  expect(path).toMatchObject({ mode: "what_if", avoid: ["ci-1"] });
  expect(read("what if we turned off password logins?").path?.avoid).toEqual(["password"]);
  const { path: left, ignored } = read("remove the key on db-1: can bob still get in?");
  expect(left?.avoid).toBeUndefined();
  expect(ignored).toContain("remove");
});

test("moving on from a host begins there", () => {
  expect(read("can bob move laterally from web-2?").path).toMatchObject({
    from: { name: "bob", host: "web-2" },
    to: { kind: "any" },
  });
});
