import { expect, test } from "vitest";
import { type NamingTable, namesInJson } from "../../../../src/brain/estate-names/names-in-json.ts";

const namesOfRows = (table: NamingTable, rows: Record<string, unknown>[]) =>
  namesInJson(table, JSON.stringify(rows));

test("units, containers and applications have the names by which people ask for them", () => {
  expect(namesOfRows("systemd_units", [{ id: "nginx.service" }, { id: "ssh@.socket" }])).toEqual([
    "nginx",
    "ssh@",
  ]);
  expect(namesOfRows("docker_containers", [{ name: "/web" }])).toEqual(["web"]);
  expect(namesOfRows("apps", [{ name: "Slack.app" }])).toEqual(["slack"]);
  expect(namesOfRows("users", [{ username: "M.Bianchi" }])).toEqual(["m.bianchi"]);
});

test("what can't be one word of a question is no name", () => {
  const rows = [
    { name: "Google Chrome" },
    { name: "x".repeat(80) },
    { name: "a\u0000b" },
    { name: 7 },
    {},
  ];
  expect(namesOfRows("programs", rows)).toEqual([]);
});

test("a text that looks like a column within a value names nothing", () => {
  expect(namesOfRows("programs", [{ name: '","name":"forged' }])).toEqual([]);
  expect(namesOfRows("programs", [{ name: "a\\\\" }, { version: '"name":"forged"' }])).toEqual([]);
  expect(namesInJson("programs", "null")).toEqual([]);
});
