import fc from "fast-check";
import { expect, test } from "vitest";
import {
  effectiveConfig,
  effectiveMatching,
} from "../../../../../src/tables/parsers/sshd/effective.ts";
import { matchesCriterion } from "../../../../../src/tables/parsers/sshd/match.ts";
import { parseSshdConfig } from "../../../../../src/tables/parsers/sshd/parse.ts";
import { clientList } from "../../../../../src/tables/ssh/logins/client-patterns.ts";
import {
  connectionKinds,
  kindMatches,
  type LoginTarget,
} from "../../../../../src/tables/ssh/logins/connection-kinds.ts";

const parse = (text: string) =>
  parseSshdConfig("/c", { read: () => text, glob: () => ({ paths: [], unreadable: [] }) });

const criterion = fc.constantFrom(
  "User alice",
  "User bob,al*",
  "Group deploy",
  "Group !deploy,*",
  "Address 10.0.0.0/8",
  "Address 10.1.0.0/16,!10.1.2.3",
  "Address !10.0.0.0/8,*",
  "Address 192.0.2.*",
  "Address 2001:db8::/32",
  "Host 10.1.*",
  "Host *.example.org",
  "LocalPort 2222",
  "LocalAddress 10.0.0.1",
);
const line = fc.constantFrom(
  "PasswordAuthentication no",
  "PasswordAuthentication yes",
  "ForceCommand /bin/a",
  "ForceCommand none",
  "AllowUsers alice",
  "PermitRootLogin no",
);
const block = fc
  .tuple(fc.uniqueArray(criterion, { minLength: 1, maxLength: 2 }), line)
  .map(([criteria, set]) => `Match ${criteria.join(" ")}\n${set}`);
const config = fc.array(fc.oneof(line, block), { maxLength: 6 }).map((parts) => parts.join("\n"));

const options = new Set([
  "PasswordAuthentication",
  "ForceCommand",
  "AllowUsers",
  "PermitRootLogin",
]);
const account = { user: "alice", groups: ["alice", "deploy"] };
const addresses = fc.constantFrom("10.1.2.3", "10.1.9.9", "10.7.0.1", "192.0.2.8", "2001:db8::5");

const admits = (list: string, address: string) =>
  list
    .split(" ")
    .every(
      (each) =>
        each === "" || matchesCriterion({ attribute: "Address", argument: each }, { address }),
    );

const targetOf = (given: Partial<LoginTarget>): LoginTarget => ({
  ...account,
  port: 22,
  usesDns: false,
  localAddresses: undefined,
  clientPatterns: [],
  ...given,
});

test("a block for an address that the host doesn't have applies to no connection", () => {
  const parsed = parse("Match LocalAddress 10.0.0.1\nForceCommand x");
  const serverSides = (localAddresses: string[] | undefined) =>
    connectionKinds(parsed, options, targetOf({ localAddresses }))!.map(({ server }) => server);
  expect(serverSides(["10.0.0.2"])).toEqual([[]]);
  expect(serverSides(["10.0.0.1"])).toEqual([["LocalAddress 10.0.0.1"]]);
  expect(serverSides(undefined)).toEqual([[], ["LocalAddress 10.0.0.1"]]);
});

test("a connection has the settings of its kind", () => {
  fc.assert(
    fc.property(
      config,
      addresses,
      fc.constantFrom(22, 2222),
      fc.constantFrom("10.0.0.1", "10.0.0.2"),
      (text, address, port, localAddress) => {
        const parsed = parse(text);
        const target = targetOf({ port, localAddresses: ["10.0.0.1", "10.0.0.2"] });
        const kinds = connectionKinds(parsed, options, target)!.filter(({ client }) =>
          admits(clientList(client), address),
        );
        const isThere = localAddress === "10.0.0.1";
        // of the server's address kinds are told apart only where a block asks for it
        const kind =
          kinds.find(({ server }) => server.includes("LocalAddress 10.0.0.1") === isThere) ??
          kinds[0]!;
        const ours = effectiveMatching(parsed, (each) => kindMatches(each, target, kind));
        const theirs = effectiveConfig(parsed, {
          ...account,
          address,
          host: address,
          localAddress,
          localPort: port,
        });
        for (const option of options)
          expect(ours.get(option)?.values, `${text} from ${address}`).toEqual(
            theirs.get(option)?.values,
          );
      },
    ),
    { numRuns: 300 },
  );
});

test("blocks that can't apply to the account, or set no relevant option, make no difference", () => {
  const parsed = parse(
    "Match User bob Address 10.0.0.0/8\nForceCommand x\nMatch Address 10.1.0.0/16\nMaxAuthTries 1",
  );
  expect(connectionKinds(parsed, options, targetOf({}))).toHaveLength(1);
});
