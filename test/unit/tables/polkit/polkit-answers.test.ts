import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePolkitRules } from "../../../../src/tables/polkit/parse-rules.ts";
import { polkitAnswers } from "../../../../src/tables/polkit/polkit-answers.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const rule = (condition: string, result = "polkit.Result.YES") =>
  `polkit.addRule(function(action, subject) {\n    if (${condition}) {\n        return ${result};\n    }\n});\n`;

/** "actions; groups; users; result; besides" of each answer. */
const answers = (text: string) =>
  parsePolkitRules(text).map(({ actions, groups, users, result, besides }) =>
    [actions, groups, users, result, besides ?? "-"].map(String).join("; "),
  );

const units = "org.freedesktop.systemd1.manage-units";

test("conditions of the usual forms", () => {
  expect(answers(rule(`action.id == "${units}" && subject.isInGroup("ops")`))).toEqual([
    `${units}; ops; ; yes; -`,
  ]);
  expect(
    answers(
      rule(
        `(action.id == "a.b" || action.id === 'a.c') &&\n (subject.user == "alice" || subject.isInGroup("x"))`,
        '"no"',
      ),
    ),
  ).toEqual(["a.b,a.c; x; alice; no; -"]);
  expect(answers(rule('action.id.indexOf("org.libvirt.") == 0 && subject.user == "bob"'))).toEqual([
    "org.libvirt.*; ; bob; yes; -",
  ]);
  expect(
    answers("polkit.addRule(function(action, subject) { return polkit.Result.NO; });"),
  ).toEqual(["; ; ; no; -"]);
});

test("what else a condition asks is kept", () => {
  expect(
    answers(rule(`action.id == "${units}" && subject.active && subject.isInGroup("ops")`)),
  ).toEqual([`${units}; ops; ; yes; subject.active`]);
  expect(answers(rule(`["${units}"].indexOf(action.id) > -1 && subject.isInGroup("ops")`))).toEqual(
    [`${units}; ops; ; yes; ["${units}"].indexOf(action.id) > -1`],
  );
  expect(answers(rule('action.id == "a" || subject.isInGroup("ops")'))).toEqual([
    '; ops; ; yes; action.id == "a" || subject.isInGroup("ops")',
  ]);
  expect(
    answers(
      `polkit.addRule(function(action, subject) { var unit = action.lookup("unit"); if (action.id == "${units}" && unit == "x") return polkit.Result.YES; });`,
    ),
  ).toEqual([`${units}; ; ; yes; other code`]);
});

test("comments and rules of administrators are no answers", () => {
  expect(
    answers(`/* ${rule('action.id == "a"')} */\n// ${rule('action.id == "a"').split("\n")[0]}`),
  ).toEqual([]);
  expect(
    answers('polkit.addAdminRule(function(action, subject) { return ["unix-group:sudo"]; });'),
  ).toEqual([]);
});

test("any text is read", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parsePolkitRules(`polkit.addRule(${text}`)).toEqual(expect.any(Array));
    }),
  );
});

test("files in the order of their names, and of one name that of /etc", async () => {
  const host = hostTree({
    files: {
      "usr/lib/polkit-1/polkitd": "",
      "usr/bin/pkla-check-authorization": "",
      "usr/share/polkit-1/rules.d/60-b.rules": rule('action.id == "b"'),
      "usr/share/polkit-1/rules.d/50-a.rules": rule('action.id == "hidden"'),
      "etc/polkit-1/rules.d/50-a.rules": rule('action.id == "a"'),
      "etc/polkit-1/localauthority/50-local.d/ops.pkla":
        "[ops]\nIdentity=unix-group:ops;unix-user:bob\nAction=c.d;c.e.*\nResultAny=yes\n",
    },
  });
  const { rows } = await collectOf(polkitAnswers, host);
  expect(pick(rows, "place", "actions", "groups", "users", "line", "barred")).toEqual([
    { place: 0, actions: "a", groups: "", users: "", line: 3, barred: null },
    { place: 1, actions: "b", groups: "", users: "", line: 3, barred: null },
    { place: 2, actions: "c.d,c.e.*", groups: "ops", users: "bob", line: 1, barred: null },
  ]);
});

test("without polkit the rules answer nothing", async () => {
  const host = hostTree({ files: { "etc/polkit-1/rules.d/a.rules": rule('action.id == "a"') } });
  const { rows } = await collectOf(polkitAnswers, host);
  expect(rows).toMatchObject([{ barred: "polkit is not installed" }]);
});
