import { expect, test } from "vitest";
import { readyView } from "../../../src/ui/views/server/ready.ts";

const style = { width: 80, colour: false, maxRows: 20, nowMs: 0 };
const ready = {
  url: "http://127.0.0.1:7878",
  pid: 12,
  planKeyFingerprint: "SHA256:k",
  ownAgents: { thisMachine: true, simulatedHosts: 0 },
};

test("the first start shows the API key, the hosts and what to do next", () => {
  expect(readyView.plain({ ...ready, apiKey: "iq_key" }, style)).toEqual([
    "inquest is listening on http://127.0.0.1:7878 (process 12).",
    "Hosts: this machine. Connect others: inquest agents init",
    "API key (shown only once): iq_key",
    "Plan key: SHA256:k",
    "",
    "Ask from another terminal:",
    '  investigate "which hosts let root log in by password?"',
    "Press Ctrl-C to stop.",
  ]);
});

test("a later start says how to get an API key", () => {
  const lines = readyView.plain(ready, style);
  expect(lines[2]).toBe(
    "API key: none is needed on this machine. For others: inquest server keys create",
  );
});

test("simulated hosts are counted; without any host, the next step is named", () => {
  const hosts = (thisMachine: boolean, simulatedHosts: number) =>
    readyView.plain({ ...ready, ownAgents: { thisMachine, simulatedHosts } }, style)[1];
  expect(hosts(false, 28)).toBe("Hosts: 28 simulated.");
  expect(hosts(true, 28)).toBe("Hosts: this machine and 28 simulated.");
  expect(hosts(false, 0)).toBe("Hosts: none yet. Connect others: inquest agents init");
});

test("--json has the ready event alone", () => {
  expect(readyView.json!({ ...ready, apiKey: "iq_key" })).toEqual({
    event: "ready",
    url: ready.url,
    api_key: "iq_key",
    pid: 12,
  });
});
