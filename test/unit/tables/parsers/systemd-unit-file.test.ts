import { expect, test } from "vitest";
import {
  commandWords,
  withNameSpecifiers,
} from "../../../../src/tables/parsers/systemd-unit-file.ts";

test.each([
  ["-/opt/run --all", [["/opt/run", "--all"]]],
  ["+@/bin/sh -c 'a; b' x", [["/bin/sh", "-c", "a; b", "x"]]],
  ["/bin/true ; /opt/run", [["/bin/true"], ["/opt/run"]]],
  ['/bin/sh -c "echo \\"hi\\" \\$x"', [["/bin/sh", "-c", 'echo "hi" $x']]],
  [
    "/bin/sh -c 'for f in *; do echo $$f; done'",
    [["/bin/sh", "-c", "for f in *; do echo $f; done"]],
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of systemd
  ["/opt/run $OPTIONS --id=${ID} 100%%", [["/opt/run", null, null, "100%"]]],
  ["/opt/%i/run", [[null]]],
  ["", []],
])("the words of %j", (line, commands) => {
  expect(commandWords(line)).toEqual(commands);
});

test("specifiers of a unit's name have their values, others and those of a template do not", () => {
  expect(withNameSpecifiers("/opt/%i/%p-%n %t 100%%", "app@web.service")).toBe(
    "/opt/web/app-app@web.service %t 100%%",
  );
  expect(withNameSpecifiers("/opt/%N", "app.service")).toBe("/opt/app");
  expect(withNameSpecifiers("/opt/%i", "app@.service")).toBe("/opt/%i");
});
