import { expect, test } from "vitest";
import { refusePlaintext } from "../../../../src/compose/backend/refuse-plaintext.ts";

const address = (host: string, over = {}) => ({ host, insecure: false, ...over });

test("finding 14: an address that other machines can reach needs TLS or --insecure", () => {
  for (const host of ["0.0.0.0", "::", "10.0.0.5", "server.example.com", "128.0.0.1"]) {
    expect(() => refusePlaintext(address(host))).toThrow(
      expect.objectContaining({ kind: "usage", message: expect.stringContaining(host) }),
    );
    refusePlaintext(address(host, { tlsCertPath: "chain.pem" }));
    refusePlaintext(address(host, { insecure: true }));
  }
});

test("loopback addresses need none", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "::1"]) refusePlaintext(address(host));
});
