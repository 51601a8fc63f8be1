import { expect, test } from "vitest";
import { gapReader } from "../../../../../src/tables/host/gap-reader.ts";
import { runsClientCommand } from "../../../../../src/tables/ssh/forced/runs-client-command.ts";
import { hostTree } from "../../../../helpers/host.ts";

function runs(line: string, script = "") {
  const host = hostTree({ files: { "usr/local/bin/gate": script } });
  return runsClientCommand(line, { read: gapReader(host), mayRun: () => true });
}

const gate = "/usr/local/bin/gate";

test.each([
  'sh -c "$SSH_ORIGINAL_COMMAND"',
  'exec /bin/bash -lc "$SSH_ORIGINAL_COMMAND"',
  "eval $SSH_ORIGINAL_COMMAND",
  'exec "$SSH_ORIGINAL_COMMAND"',
  "$SSH_ORIGINAL_COMMAND",
  "/bin/sh -c 'eval \"$SSH_ORIGINAL_COMMAND\"'",
])("a line runs the client's words: %s", (line) => {
  expect(runs(line)).toBe(true);
});

test.each([
  'logger -t gate "$SSH_ORIGINAL_COMMAND"\nexec sh -c "$SSH_ORIGINAL_COMMAND"',
  'cmd=$SSH_ORIGINAL_COMMAND\necho "$cmd" | logger -t gate\neval "$cmd"',
  'if [ -n "$SSH_ORIGINAL_COMMAND" ]; then\n  exec sh -c "$SSH_ORIGINAL_COMMAND"\nelse\n  exec bash -l\nfi',
  'if [ -z "$SSH_ORIGINAL_COMMAND" ]; then exit 1; fi\n$SSH_ORIGINAL_COMMAND',
])("a script runs the client's words: %s", (lines) => {
  expect(runs(gate, `#!/bin/sh\n${lines}\n`)).toBe(true);
  expect(runs(`/bin/sh ${gate}`, lines)).toBe(true);
});

test.each([
  'case "$SSH_ORIGINAL_COMMAND" in status) exec uptime ;; esac',
  '[ "$SSH_ORIGINAL_COMMAND" = status ] && sh -c "$SSH_ORIGINAL_COMMAND"',
  'check "$SSH_ORIGINAL_COMMAND"\nsh -c "$SSH_ORIGINAL_COMMAND"',
  'exit 0\neval "$SSH_ORIGINAL_COMMAND"',
  'set -e\nlogger x\neval "$SSH_ORIGINAL_COMMAND"',
  'SSH_ORIGINAL_COMMAND=uptime\neval "$SSH_ORIGINAL_COMMAND"',
  'cmd=$SSH_ORIGINAL_COMMAND\ncmd=uptime\neval "$cmd"',
  'sh -c "backup $SSH_ORIGINAL_COMMAND"',
  "sh -c 'eval \"$cmd\"'",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's parameter expansion
  'logger "${SSH_CLIENT:?}"\neval "$SSH_ORIGINAL_COMMAND"',
  "echo $SSH_ORIGINAL_COMMAND",
  'rbash -c "$SSH_ORIGINAL_COMMAND"',
  'eval() { :; }\neval "$SSH_ORIGINAL_COMMAND"',
  "sh -c $SSH_ORIGINAL_COMMAND",
  'eval "$SSH_ORIGINAL_COMMAND" > "$(false)"',
  'if true; then eval "$SSH_ORIGINAL_COMMAND"; fi',
  'eval "$SSH_ORIGINAL_COMMAND',
])("whether it runs them is not certain: %s", (lines) => {
  expect(runs(gate, `#!/bin/sh\n${lines}\n`)).toBe(false);
});

test("a script of another language, with options, or that can't be run", () => {
  expect(runs(gate, '#!/bin/sh -e\nlogger x\neval "$SSH_ORIGINAL_COMMAND"\n')).toBe(false);
  expect(runs(gate, "#!/usr/bin/python3\n$SSH_ORIGINAL_COMMAND\n")).toBe(false);
  const host = hostTree({ files: { "usr/local/bin/gate": "#!/bin/sh\n$SSH_ORIGINAL_COMMAND\n" } });
  expect(runsClientCommand(gate, { read: gapReader(host), mayRun: () => false })).toBe(false);
});

test("a script that calls itself ends", () => {
  expect(runs(gate, `#!/bin/sh\n${gate}\n`)).toBe(false);
});
