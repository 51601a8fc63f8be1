import fc from "fast-check";
import { expect, test } from "vitest";
import { agentCommands, parseLine } from "../../../../src/cli/standalone/parse-line.ts";
import { AppError } from "../../../../src/core/errors.ts";

const usage = (message: RegExp) =>
  expect.objectContaining({
    code: "usage",
    kind: "usage",
    message: expect.stringMatching(message),
  });

test("the commands are those of inquest agents, with or without the topic", () => {
  const flags = { config: "a.json", tags: "a=b" };
  const line = ["run", "--config", "a.json", "--tags", "a=b"];
  expect(parseLine(["agents", ...line])).toEqual({ command: "run", flags });
  expect(parseLine(line)).toEqual({ command: "run", flags });
  expect(parseLine(["--version"]).command).toBe("version");
  for (const argv of [[], ["--help"], ["agents"], ["agents", "run", "--help"], ["help"]])
    expect(parseLine(argv).command).toBe("help");
});

test("what it can't do is a usage error in one sentence", () => {
  expect(() => parseLine(["server"])).toThrow(usage(/no command "server"/));
  expect(() => parseLine(["toString"])).toThrow(usage(/no command "toString"/));
  expect(() => parseLine(["run", "--confg", "a"])).toThrow(usage(/^Unknown option '--confg'\.$/));
  expect(() => parseLine(["run", "--config"])).toThrow(usage(/--config/));
  expect(() => parseLine(["run", "a.json"])).toThrow(usage(/Unexpected argument 'a\.json'/));
});

test("any line is a command or one clear error", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("agents", ...Object.keys(agentCommands), "--config", "--json", "--", "-"),
  );
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      try {
        expect([...Object.keys(agentCommands), "help", "version"]).toContain(
          parseLine(argv).command,
        );
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).kind).toBe("usage");
      }
    }),
  );
});
