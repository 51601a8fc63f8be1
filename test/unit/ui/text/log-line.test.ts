import { expect, test } from "vitest";
import { type LogEntry, logLine } from "../../../../src/ui/text/log-line.ts";

const style = { colour: false };
const at = new Date(2026, 10, 1, 14, 3, 7).toISOString();
const entry = (over: Partial<LogEntry>): LogEntry => ({
  level: "info",
  time: at,
  msg: "m",
  ...over,
});

test("what a person wants to know is a time and a sentence", () => {
  const line = logLine(
    entry({ event: "agent.connected", agent_id: "a", msg: "a connected" }),
    style,
  );
  expect(line).toBe("14:03:07 a connected");
});

test("other entries at level info are for programs", () => {
  expect(logLine(entry({ msg: "Server listening" }), style)).toBeNull();
});

test("a problem has its level, its fields and its error, without a stack", () => {
  const err = { message: "disk full", stack: "at x" };
  const problem = entry({ level: "error", msg: "the sweep failed", agent_id: "web-1", err });
  expect(logLine(problem, style)).toBe(
    '14:03:07 error the sweep failed agent_id=web-1 error="disk full"',
  );
});

test("text from hosts can't control the terminal", () => {
  const line = logLine(entry({ event: "agent.connected", msg: "\u001b[2Jweb connected\n" }), style);
  expect(line).toBe("14:03:07 \\x1b[2Jweb connected\\n");
});
