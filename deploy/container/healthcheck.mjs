// Exits with 0 while the server over INQUEST_DATA_DIR responds, whatever its port and with or
// without TLS. A database that is away is no reason to restart it: /readyz reports that.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";

/** The HTTP status of /healthz. */
async function healthOf(url) {
  const { protocol, port } = new URL(url);
  const [get, defaultPort] = protocol === "https:" ? [getHttps, 443] : [getHttp, 80];
  const request = get({
    host: "127.0.0.1",
    port: port || defaultPort,
    path: "/healthz",
    // The certificate is for the server's public name.
    rejectUnauthorized: false,
  });
  const [response] = await once(request, "response", { signal: AbortSignal.timeout(4_000) });
  return response.statusCode;
}

try {
  const file = readFileSync(`${process.env.INQUEST_DATA_DIR}/server.json`, "utf8");
  const status = await healthOf(JSON.parse(file).url);
  if (status !== 200) throw new Error(`/healthz returned ${status}`);
  process.exit(0);
} catch (error) {
  console.error(`The server does not respond: ${error.message}`);
  process.exit(1);
}
