import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A request as the model's server received it. */
export interface Received {
  path: string;
  authorization: string | undefined;
  /** The whole body. */
  body: string;
}

/** A server with a language model on loopback, which behaves as the test says. */
export interface ModelServer {
  url: string;
  received: Received[];
  behave(behaviour: Behaviour): void;
}

/** The response of a chat completions API with one message. */
export const completion = (content: unknown, message: object = {}): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content, ...message } }] });

export const respond =
  (body: string, { status = 200, headers = {} } = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };

/** The model answers with this JSON. */
export const says = (answer: unknown): Behaviour => respond(completion(JSON.stringify(answer)));

/** Misbehaviour of the server, by name, besides what never ends. */
export const misbehaviours: Record<string, Behaviour> = {
  "closes the connection at once": (response) => response.destroy(),
  "closes the connection midway": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
    response.write('{"choices":', () => response.destroy());
  },
  "refuses the key": respond("{}", { status: 401 }),
  "limits the rate": respond("{}", { status: 429, headers: { "retry-after": "1" } }),
  "has an error": respond("oops", { status: 500 }),
  redirects: respond("", { status: 307, headers: { location: "/v1/elsewhere" } }),
  "has no content": respond("", { status: 204 }),
  "sends a huge body": respond(completion("x".repeat(300_000))),
  "sends a page": respond("<html>", { headers: { "content-type": "text/html" } }),
  "sends JSON as text": respond(completion('{"type":"unknown"}'), {
    headers: { "content-type": "text/plain" },
  }),
  "sends no JSON": respond("{"),
  "sends null": respond("null"),
  "sends another shape": respond('{"choices":{"0":{}}}'),
  "sends no choices": respond('{"choices":[]}'),
  "sends an empty choice": respond('{"choices":[null]}'),
  "sends an empty message": respond(completion("")),
  "sends a list as message": respond(completion([{ type: "text", text: "{}" }])),
  "calls a tool": respond(
    completion(JSON.stringify({ type: "facts", kind: "users" }), {
      tool_calls: [{ type: "function", function: { name: "run", arguments: "{}" } }],
    }),
  ),
};

/** Misbehaviour that ends only when the client gives up. */
export const endless: Record<string, Behaviour> = {
  "never responds": () => {},
  "never ends": (response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"choices":');
  },
  drips: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
  },
};

/** Starts a model's server, which ends with the test, or with the file if `whenDone` is `afterAll`. */
export async function startModelServer(
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<ModelServer> {
  const received: Received[] = [];
  let behaviour: Behaviour = respond("{}", { status: 503 });
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { url: path = "", headers } = request;
    received.push({ path, authorization: headers.authorization, body });
    behaviour(response, request);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  whenDone(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    behave: (next) => {
      behaviour = next;
    },
  };
}

/** An address at which nothing listens. */
export async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/v1`;
}

/** Answers of a model that are no valid reading, by what is wrong with them. */
export const invalidAnswers: Record<string, string> = Object.fromEntries(
  Object.entries({
    "is prose": "There are three users on web-1.",
    "is fenced JSON": '```json\n{"type":"facts","kind":"users"}\n```',
    "is JSON with a remark": '{"type":"facts","kind":"users"} I hope this helps!',
    "is a list": [{ type: "facts", kind: "users" }],
    "has no type": { kind: "users" },
    "has an unknown type": { type: "shell", command: "id" },
    "has an unknown property": { type: "facts", kind: "users", text: "All is well." },
    "names an unknown kind": { type: "facts", kind: "unicorns" },
    "names a property of every object as kind": { type: "facts", kind: "constructor" },
    "names an unknown field": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "horn", op: "eq", value: "x" }],
    },
    "names a property of every object as field": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "constructor", op: "eq", value: "x" }],
    },
    "has an operator for other values": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "username", op: "gt", value: "root" }],
    },
    "compares a number with a text": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "uid", op: "eq", value: "0" }],
    },
    "has a regular expression": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "username", op: "matches", value: "(a+)+$" }],
    },
    "has a list for one value": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "username", op: "eq", value: ["root", "bob"] }],
    },
    "ranks by an unknown field": {
      ...{ type: "facts", kind: "users" },
      aggregate: { type: "top_n", fields: ["horn"] },
    },
    "groups by nothing": { type: "facts", kind: "users", aggregate: { type: "group_by" } },
    "sums texts": {
      ...{ type: "facts", kind: "users" },
      aggregate: { type: "group_by", fields: ["host"], fn: "sum", of: "username" },
    },
    "asks for the lack of what can't lack": { type: "facts", kind: "uptime", absent: "user" },
    "has a window of a kind without time": { type: "facts", kind: "users", time_window: "7d" },
    "has an unknown window": { type: "facts", kind: "last", time_window: "since:forever" },
    "names an unknown host": { type: "facts", kind: "users", hosts: ["web-2"] },
    "names hosts by a pattern": { type: "facts", kind: "users", hosts: ["*"] },
    "names an unknown tag": { type: "facts", kind: "users", tags: { env: "moon" } },
    "names the prototype as tag": '{"type":"facts","kind":"users","tags":{"__proto__":"moon"}}',
    "names no detection": { type: "detections", detections: [] },
    "names an unknown detection": { type: "detections", detections: ["unicorn_present"] },
    "names a path from an unknown host": {
      ...{ type: "path", mode: "find" },
      ...{ from: { kind: "host", name: "web-2" }, to: { kind: "any" } },
    },
    "names a path to an account on an unknown host": {
      ...{ type: "path", mode: "find" },
      ...{ from: { kind: "any" }, to: { kind: "user", name: "root", host: "web-2" } },
    },
    "names a path to unknown tags": {
      ...{ type: "path", mode: "find" },
      ...{ from: { kind: "any" }, to: { kind: "host", tags: { env: "moon" } } },
    },
    "has an unknown kind of path": {
      ...{ type: "path", mode: "teleport" },
      ...{ from: { kind: "any" }, to: { kind: "any" } },
    },
    "has SQL that deletes": { type: "sql", sql: "DELETE FROM users" },
    "has SQL that inserts after WITH": {
      ...{ type: "sql" },
      sql: "WITH a AS (SELECT 1) INSERT INTO users (uid) SELECT * FROM a",
    },
    "has SQL that attaches": { type: "sql", sql: "ATTACH DATABASE '/tmp/x' AS x" },
    "has a PRAGMA": { type: "sql", sql: "PRAGMA table_info(users)" },
    "has two statements": { type: "sql", sql: "SELECT uid FROM users; SELECT 1 FROM users" },
    "has SQL over an unknown table": { type: "sql", sql: "SELECT * FROM unicorns" },
    "has SQL over an unknown column": { type: "sql", sql: "SELECT horn FROM users" },
    "has SQL over no table": { type: "sql", sql: "SELECT 1" },
    "has SQL that loads an extension": {
      ...{ type: "sql" },
      sql: "SELECT load_extension('x') FROM users",
    },
    "has SQL that is not SQL": { type: "sql", sql: "SELECT FROM WHERE" },
    "has control characters": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "username", op: "eq", value: "ro\u001b[2Jot" }],
    },
    "has bidirectional overrides": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "username", op: "eq", value: "ro\u202eot" }],
    },
    "has a value that is too long": {
      ...{ type: "facts", kind: "users" },
      filters: [{ field: "username", op: "eq", value: "x".repeat(201) }],
    },
    "names an endless account": {
      ...{ type: "path", mode: "find", from: { kind: "any" } },
      to: { kind: "user", name: "x".repeat(8_000) },
    },
    "found nothing": { type: "unknown" },
  }).map(([name, answer]) => [name, typeof answer === "string" ? answer : JSON.stringify(answer)]),
);
