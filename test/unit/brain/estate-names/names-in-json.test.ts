import { expect, test } from "vitest";
import { namesOfRows } from "../../../../src/brain/estate-names/names-of-rows.ts";

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
