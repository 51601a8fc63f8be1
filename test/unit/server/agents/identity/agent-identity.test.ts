import { expect, test } from "vitest";
import {
  admit,
  inProcess,
  remoteOf,
  type Sender,
  unsigned,
} from "../../../../../src/server/agents/identity/agent-identity.ts";
import { agentRecord } from "../../../../helpers/records.ts";

const signed: Sender = { ...unsigned, sequence: 1 };
const remote = { public_key: "own", signs: true, certificate_subject: "CN=own" };
const known = agentRecord({ agent_id: "web-1", public_key: "own", remote });
const register = (
  before: Parameters<typeof admit>[0],
  publicKey: string,
  sender: Sender,
  isPolling = false,
) => admit(before, { publicKey, sender, isPolling });

test("the first registration binds its key, and whether it signs, to the id", () => {
  expect(register(undefined, "own", unsigned)).toEqual({
    ok: true,
    remote: { public_key: "own", signs: false, certificate_subject: null },
  });
  expect(register(undefined, "own", { ...signed, certificateSubject: "CN=own" })).toEqual({
    ok: true,
    remote,
  });
});

test("another key is refused, whether or not the agent polls", () => {
  for (const isPolling of [false, true])
    for (const sender of [unsigned, signed])
      expect(register(known, "other", sender, isPolling)).toEqual({
        ok: false,
        reason: "other_identity",
      });
});

test("an agent that has signed a request must sign, and one that has not may start to", () => {
  expect(register(known, "own", unsigned)).toEqual({ ok: false, reason: "unsigned" });
  const unsignedSoFar = agentRecord({
    agent_id: "web-1",
    public_key: "own",
    remote: { ...remote, signs: false },
  });
  expect(register(unsignedSoFar, "own", unsigned)).toMatchObject({ remote: { signs: false } });
  expect(register(unsignedSoFar, "own", signed)).toMatchObject({ remote: { signs: true } });
});

test("a record of an earlier version is bound to its key", () => {
  const before = agentRecord({ agent_id: "web-1", public_key: "own" });
  expect(remoteOf(before)).toMatchObject({ public_key: "own", signs: false });
  expect(register(before, "other", signed)).toMatchObject({ ok: false });
  expect(register(before, "own", signed)).toMatchObject({ ok: true, remote: { signs: true } });
});

test("another client certificate is refused; a connection without mTLS has none to compare", () => {
  const withSubject = (certificateSubject: string | null) =>
    register(known, "own", { ...signed, certificateSubject });
  expect(withSubject("CN=other")).toEqual({ ok: false, reason: "other_identity" });
  expect(withSubject("CN=own")).toEqual({ ok: true, remote });
  expect(withSubject(null)).toEqual({ ok: true, remote });
});

test("an agent of the server's process has no remote identity, and leaves that of another agent", () => {
  expect(register(undefined, "own", inProcess)).toEqual({ ok: true, remote: null });
  const local = agentRecord({ agent_id: "web-1", public_key: "own", remote: null });
  expect(register(local, "own", signed)).toMatchObject({ reason: "other_identity" });
  expect(register(local, "rotated", inProcess)).toEqual({ ok: true, remote: null });
  expect(register(known, "local", inProcess)).toEqual({ ok: true, remote });
  expect(register(known, "local", inProcess, true)).toEqual({ ok: false, reason: "connected" });
});
