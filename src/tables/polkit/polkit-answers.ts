import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { isPresent } from "../host/inspect.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { keyValueSections } from "./key-value-sections.ts";
import { parsePolkitRules } from "./parse-rules.ts";

/**
 * What polkit's rules answer, in the order in which polkit asks them; the first that applies to a
 * subject and an action decides. `actions`, `groups` and `users` are lists separated by commas: "" is
 * any, a name that ends in "*" stands for all that start so. `besides` is what else a rule asks that
 * is not read, "" if nothing. Local authorities (.pkla) come last. `barred` is why polkit answers
 * nothing.
 */
export const polkitAnswers: CollectedTable = {
  name: "polkit_answers",
  description: "Whom polkit's rules allow which actions, with a password or without.",
  platforms: ["linux"],
  columns: {
    place: "INTEGER",
    actions: "TEXT",
    groups: "TEXT",
    users: "TEXT",
    result: "TEXT",
    besides: "TEXT",
    source: "TEXT",
    line: "INTEGER",
    barred: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const barred = daemons.some((path) => isPresent(host, path)) ? null : "polkit is not installed";
    const rows = [...scripted(read), ...authorities(read)];
    return {
      rows: rows.map((row, place) => ({ place, ...row, barred })),
      gaps: distinctGaps(read.gaps),
    };
  },
};

const daemons = [
  "/usr/lib/polkit-1/polkitd",
  "/usr/libexec/polkitd",
  "/usr/lib/policykit-1/polkitd",
];

/** Of two files with one name that of /etc counts; all are asked in the order of their names. */
function scripted(read: GapReader): Row[] {
  const byName = new Map(
    ["/usr/share/polkit-1/rules.d", "/run/polkit-1/rules.d", "/etc/polkit-1/rules.d"].flatMap(
      (folder) =>
        read
          .list(folder)
          .filter((name) => name.endsWith(".rules"))
          .map((name) => [name, `${folder}/${name}`] as const),
    ),
  );
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, source]) =>
      parsePolkitRules(read.text(source) ?? "").map((answer) => ({
        ...answer,
        actions: answer.actions.join(","),
        groups: answer.groups.join(","),
        users: answer.users.join(","),
        besides: answer.besides ?? "",
        source,
      })),
    );
}

/** pkla-check-authorization(8): read by polkit up to 0.105, and by the package polkitd-pkla. */
function authorities(read: GapReader): Row[] {
  const isRead = ["/usr/bin/pkla-check-authorization", "/usr/lib/policykit-1/polkitd"].some(
    (path) => isPresent(read.host, path),
  );
  if (!isRead) return [];
  return ["/var/lib/polkit-1/localauthority", "/etc/polkit-1/localauthority"]
    .flatMap((folder) => read.list(folder).map((name) => `${folder}/${name}`))
    .flatMap((folder) =>
      read
        .list(folder)
        .filter((name) => name.endsWith(".pkla"))
        .map((name) => `${folder}/${name}`),
    )
    .flatMap((source) =>
      keyValueSections(read.text(source) ?? "").map(({ line, values }) => {
        const identities = (values.get("Identity") ?? "").split(";").filter(Boolean);
        const named = (prefix: string) =>
          identities.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
        return {
          actions: (values.get("Action") ?? "").split(";").filter(Boolean).join(","),
          groups: named("unix-group:").join(","),
          users: named("unix-user:").join(","),
          result:
            values.get("ResultAny") ??
            values.get("ResultInactive") ??
            values.get("ResultActive") ??
            "",
          besides: values.has("ResultAny") ? "" : "a session of its own",
          source,
          line,
        };
      }),
    )
    .filter(({ actions, groups, users }) => actions !== "" && groups + users !== "");
}
