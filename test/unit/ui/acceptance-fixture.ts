import type { Acceptance } from "../../../src/contract/acceptances/acceptance.ts";

/** An acceptance of alice's empty password on web-1 until the end of January. */
export function acceptance(over: Partial<Acceptance> = {}): Acceptance {
  return {
    id: "acp_01hv3k6z5w9m4q8r7t2y1x0c3b",
    detection_id: "empty_password",
    title: "An account has an empty password",
    finding_id: "fnd_01hv3k6z5w9m4q8r7t2y1x0c3b",
    agent_id: "service-web-1",
    hostname: "web-1",
    tags: null,
    evidence: { columns: ["username", "source"], rows: [["alice", ""]] },
    because: "a break-glass account",
    until: "2027-01-31T00:00:00.000Z",
    accepted_by: { key_id: "key_1", name: "ops" },
    accepted_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}
