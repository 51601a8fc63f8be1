import { expect, test } from "vitest";
import { createSender } from "../../../../src/webhooks/sender/create-sender.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

/** The response to a check by a server whose names resolve to `addresses`. */
async function checkOf(url: string, addresses: string[] = []) {
  const { call, services } = await startTestServer();
  const sender = createSender({
    allow: ["10.1.0.0/16"],
    timeoutMs: 1_000,
    lookup: async () => addresses.map((address) => ({ address })),
    clock: { now: Date.now },
    userAgent: "test",
  });
  services.webhooks.checkUrl = (checked) => sender.check(checked);
  const { status, body } = await call("POST", "/v1/webhooks/url-checks", { json: { url } });
  await sender.close();
  return status === 200 ? body : { status, error: body.error };
}

test("a URL that deliveries may go to has no reason against it", async () => {
  const fine = { reason: null, permanent: false };
  expect(await checkOf("https://hooks.example.com/", ["8.8.8.8"])).toEqual(fine);
  expect(await checkOf("https://10.1.2.3/")).toEqual(fine);
});

test.each([
  ["https://10.0.0.5/", "10.0.0.5 is a private address"],
  ["https://169.254.169.254/", "169.254.169.254 is a cloud's metadata address"],
  ["https://[::1]:8443/", "::1 is a loopback address"],
  ["https://localhost/", "localhost resolves to an address that is not public"],
])("%s is refused for good", async (url, reason) => {
  expect(await checkOf(url, ["127.0.0.1"])).toEqual({ reason, permanent: true });
});

test("a name that doesn't resolve, or to a private address, may do so later", async () => {
  expect(await checkOf("https://hooks.example.com/")).toEqual({
    reason: "hooks.example.com has no address",
    permanent: false,
  });
  expect(await checkOf("https://hooks.example.com/", ["10.0.0.5"])).toMatchObject({
    permanent: false,
  });
});

test.each(["http://hooks.example.com/", "https://hooks.example.com:0/"])(
  "%s is no webhook URL",
  async (url) => {
    expect(await checkOf(url)).toEqual({ status: 400, error: "validation_error" });
  },
);
