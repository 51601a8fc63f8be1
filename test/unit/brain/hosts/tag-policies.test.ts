import fc from "fast-check";
import { expect, test } from "vitest";
import { effectsOf } from "../../../../src/brain/hosts/tag-policies.ts";
import { criticalities } from "../../../../src/contract/enums.ts";
import { policyRecord } from "../../../helpers/records.ts";

const word = fc.constantFrom("env", "role", "prod", "db", "__proto__", "constructor");
const tags = fc.dictionary(word, word, { maxKeys: 3 });
const policies = fc
  .array(
    fc.record({
      name: fc.string(),
      match: tags,
      deny_tables: fc.uniqueArray(fc.constantFrom("users", "shadow", "file"), { maxLength: 3 }),
      criticality: fc.constantFrom(...criticalities),
      snapshot_interval: fc.constantFrom(null, "1m", "5m", "1h", "7d"),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((over, index) => policyRecord({ id: `pol_${index}`, ...over })));

test("the effects for an agent combine its linked policies", () => {
  fc.assert(
    fc.property(policies, tags, (all, own) => {
      const effects = effectsOf(all, own);
      const linked = all.filter(({ match }) =>
        Object.keys(match).every((key) => Object.hasOwn(own, key) && own[key] === match[key]),
      );
      expect(effects.policies).toEqual(linked.map(({ id }) => id));
      for (const table of ["users", "shadow", "file"]) {
        const names = linked
          .filter(({ deny_tables }) => deny_tables.includes(table))
          .map(({ name }) => name);
        expect(effects.deniedTables.includes(table)).toBe(names.length > 0);
        expect(effects.deniedBy.get(table) ?? []).toEqual(names);
      }
      expect(effects.deniedTables).toEqual([...effects.deniedTables].sort());
      for (const { criticality } of linked) {
        expect(criticalities.indexOf(effects.criticality)).toBeGreaterThanOrEqual(
          criticalities.indexOf(criticality),
        );
      }
      const said = ["normal", ...linked.map(({ criticality }) => criticality)];
      expect(said).toContain(effects.criticality);
    }),
  );
});

test("an additional policy never permits a table, lowers the criticality or slows the snapshots", () => {
  fc.assert(
    fc.property(policies, tags, (all, own) => {
      const fewer = effectsOf(all.slice(1), own);
      const more = effectsOf(all, own);
      expect(more.deniedTables).toEqual(expect.arrayContaining(fewer.deniedTables));
      expect(criticalities.indexOf(more.criticality)).toBeGreaterThanOrEqual(
        criticalities.indexOf(fewer.criticality),
      );
      const slowest = Number.POSITIVE_INFINITY;
      expect(more.snapshotIntervalMs ?? slowest).toBeLessThanOrEqual(
        fewer.snapshotIntervalMs ?? slowest,
      );
    }),
  );
});

test("a policy without a match applies to every agent, and one with a different tag to none", () => {
  const all = [
    policyRecord({ id: "pol_all", snapshot_interval: "1h" }),
    policyRecord({ id: "pol_prod", match: { env: "prod" }, snapshot_interval: "5m" }),
  ];
  expect(effectsOf(all, {})).toMatchObject({ policies: ["pol_all"], snapshotIntervalMs: 3600_000 });
  expect(effectsOf(all, { env: "prod" })).toMatchObject({
    policies: ["pol_all", "pol_prod"],
    snapshotIntervalMs: 300_000,
  });
  expect(effectsOf(all, { env: "dev" }).policies).toEqual(["pol_all"]);
});
