import { expect, test } from "vitest";
import { parseDetections } from "../../../../src/brain/detections/load-detections.ts";
import { parseEdgeRules } from "../../../../src/brain/pathfinder/rules/load-edge-rules.ts";

/** ATT&CK v19 split Defense Evasion; what it revoked then and before, by its successor. */
const revoked: Record<string, string> = {
  "T1070.001": "T1685.005",
  "T1070.002": "T1685.006",
  T1086: "T1059.001",
  T1089: "T1685",
  "T1547.011": "T1647",
  T1562: "T1685",
  "T1562.001": "T1685",
  "T1562.002": "T1685.001",
  "T1562.003": "T1690",
  "T1562.004": "T1686",
  "T1562.006": "T1685",
  "T1562.007": "T1686.001",
  "T1562.008": "T1685.002",
  "T1562.010": "T1689",
  "T1562.012": "T1685.004",
  T1656: "T1684.001",
};

test("no detection and no edge names a technique that ATT&CK v19 revoked", () => {
  const rules = [...parseDetections("data/detections"), ...parseEdgeRules("data/edges").edgeRules];
  const named = rules.flatMap(({ id, attack }) => attack.map((technique) => ({ id, technique })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ technique }) => technique in revoked)).toEqual([]);
});
