import { expect, test } from "vitest";
import {
  type CommandShape,
  routeArguments,
} from "../../../../src/cli/command-line/route-arguments.ts";

const flags = [
  { name: "status", takesValue: true },
  { name: "depth", char: "d", takesValue: true },
  { name: "json", takesValue: false },
];
const commands: CommandShape[] = [
  "investigate",
  "investigate:list",
  "investigate:show",
  "investigate:shell",
  "investigate:cancel",
  "server",
  "server:keys:list",
  "agents:query",
].map((id) => ({ id, flags }));
const route = (...argv: string[]) => routeArguments(argv, commands);
const subscription = "sub_01jc3x6m8v2k4q7r9t5w1y3z0b";
const command = (id: string, ...argv: string[]) => ({ type: "command", id, argv });

test.each([
  ["a quoted sentence that begins with a verb", ["investigate", "list open ports"]],
  ["the same without quotes", ["investigate", "list", "open", "ports"]],
  ["with flags in between", ["investigate", "list", "--json", "open", "ports"]],
  ["two words", ["investigate", "show", "users"]],
  ["a sentence about the last ones", ["investigate", "show", "last", "logins"]],
  ["a sentence about a shell", ["investigate", "shell", "history", "of", "bob"]],
  ["a colon in a question", ["investigate", "investigate:list"]],
  ["after the end of flags", ["investigate", "list", "--", "--status"]],
])("%s is a question", (_name, argv) => {
  expect(route(...argv)).toEqual(command("investigate", ...argv.slice(1)));
});

test.each([
  [["investigate", "list"], command("investigate:list")],
  [
    ["investigate", "list", "--status", "failed"],
    command("investigate:list", "--status", "failed"),
  ],
  [["investigate", "show", "inv_1"], command("investigate:show", "inv_1")],
  [["investigate", "show", subscription], command("investigate:show", subscription)],
  [["investigate", "show"], command("investigate:show")],
  [["investigate", "show", "last"], command("investigate:show", "last")],
  [["investigate", "show", "@last"], command("investigate:show", "@last")],
  [["investigate", "show", "01jc3x"], command("investigate:show", "01jc3x")],
  [["investigate", "show", "cur_01jc"], command("investigate:show", "cur_01jc")],
  [["investigate", "shell", "--json"], command("investigate:shell", "--json")],
  [["investigate", "cancel", "x"], command("investigate:cancel", "x")],
  [["investigate", "-d", "deep", "list"], command("investigate", "-d", "deep", "list")],
  [["server", "--json"], command("server", "--json")],
  [["server", "keys", "list"], command("server:keys:list")],
  [["investigate"], command("investigate")],
])("%j is the command it names", (argv, expected) => {
  expect(route(...argv)).toEqual(expected);
});

test.each([
  [[], []],
  [["--help"], []],
  [["help", "server"], ["server"]],
  [
    ["server", "keys"],
    ["server", "keys"],
  ],
  [["agents"], ["agents"]],
  [
    ["server", "keys", "--help"],
    ["server", "keys"],
  ],
  [
    ["investigate", "list", "--help"],
    ["investigate", "list"],
  ],
  [["investigate", "who?", "--help"], ["investigate"]],
])("%j shows help", (argv, topic) => {
  expect(route(...argv)).toEqual({ type: "help", topic });
});

test.each([
  [["investigat"], "investigat", "investigate"],
  [["server", "keys", "lst"], "server keys lst", "server keys list"],
  [["agent"], "agent", "agents"],
  [["frobnicate"], "frobnicate", undefined],
  [["agnets", "query", "--help"], "agnets query", "agents query"],
  [["help", "servr"], "servr", "server"],
  [["server", "keyz", "list", "--help"], "server keyz list", "server keys list"],
])("%j is no command, and the nearest is offered", (argv, typed, suggestion) => {
  expect(route(...argv)).toEqual({ type: "unknown", typed, suggestion });
});

test("--help-all asks for help with every flag", () => {
  const help = (...topic: string[]) => ({ type: "help", topic, all: true });
  expect(route("server", "keys", "list", "--help-all")).toEqual(help("server", "keys", "list"));
  expect(route("server", "keys", "--help-all")).toEqual(help("server", "keys"));
  expect(route("help", "investigate", "--help-all")).toEqual(help("investigate"));
  expect(route("investigate", "--", "--help-all")).toEqual(
    command("investigate", "--", "--help-all"),
  );
});

test("--help after the end of flags is a part of the question", () => {
  expect(route("investigate", "--", "--help")).toEqual(command("investigate", "--", "--help"));
});

test("a flag before the command is told apart from a missing command", () => {
  expect(route("--json", "investigate")).toEqual({ type: "flag_first", flag: "--json" });
});
