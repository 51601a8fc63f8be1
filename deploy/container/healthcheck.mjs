// Exits with 0 while the server over INQUEST_DATA_DIR responds, whatever its port and with or
// without TLS. A database that is away is no reason to restart it: /readyz reports that.
import { readFileSync } from "node:fs";
import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";

const { url } = JSON.parse(readFileSync(`${process.env.INQUEST_DATA_DIR}/server.json`, "utf8"));
const { protocol, port } = new URL(url);
const isTls = protocol === "https:";
const defaultPort = isTls ? 443 : 80;

(isTls ? getHttps : getHttp)({
  host: "127.0.0.1",
  port: port || defaultPort,
  path: "/healthz",
  timeout: 4_000,
  // The certificate is for the server's public name.
  rejectUnauthorized: false,
})
  .on("response", (response) => process.exit(response.statusCode === 200 ? 0 : 1))
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
