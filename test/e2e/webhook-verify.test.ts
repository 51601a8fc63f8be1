import { expect, test } from "vitest";
import { secrets, signedDelivery } from "../helpers/webhooks.ts";
import { cliIn, tempFolder } from "./run-cli.ts";

function verifying(atMs: number) {
  const cli = cliIn(tempFolder());
  const { event, body, headers } = signedDelivery({ atMs });
  const signature = `X-Service-Signature: ${headers["X-Service-Signature"]}`;
  const verify = (input: string, ...args: string[]) =>
    cli.typed(input, "webhooks", "verify", "--header", signature, ...args);
  return { event, body, verify };
}
const secret = ["--secret", secrets.generated];

test("a delivery from a file is verified without a server, and the exit code says so", async () => {
  const { event, body, verify } = verifying(Date.now());
  const right = await verify(body, ...secret);
  expect(right).toMatchObject({ code: 0, stderr: "" });
  expect(right.stdout).toMatch(
    /^ok {6}X-Service-Signature {2}signed \S+Z, \d+ s ago\n\nVerified: /,
  );
  expect(right.stdout).toContain(event.event_id);

  const echoed = await verify(`${body}\n`, ...secret, "--json");
  expect(echoed.code).toBe(1);
  expect(JSON.parse(echoed.stdout)).toMatchObject({
    ok: false,
    checks: [{ header: "X-Service-Signature", reason: "body_changed" }],
    event_id: event.event_id,
  });
});

test("an old capture is reported with its excess age, and accepted with a higher tolerance", async () => {
  const { body, verify } = verifying(Date.now() - 86_400_000);
  const old = await verify(body, ...secret);
  expect(old).toMatchObject({ code: 1, stderr: "" });
  expect(old.stdout).toMatch(
    /It was signed 864\d\d s ago, 861\d\d s more than the 300 s allowed\./,
  );
  expect((await verify(body, ...secret, "--tolerance", "2d")).code).toBe(0);
});

test("missing input is a usage error that repeats no secret", async () => {
  const { body, verify } = verifying(Date.now());
  expect(await verify(body)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("INQUEST_WEBHOOK_SECRET"),
  });
  const half = secrets.generated.slice(0, 20);
  const wrong = await verify(body, "--secret", half);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/^This isn't a valid webhook secret\.\n/);
  expect(wrong.stderr).not.toContain(half);
});
