import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSigned } from "./certificate.ts";
import { freePort, listening } from "./free-port.ts";

export const missingForNginx = ["nginx", "openssl"].find(
  (tool) => spawnSync("which", [tool]).status !== 0,
);
if (missingForNginx)
  console.warn(`Skipped: tests with nginx, since ${missingForNginx} is missing.`);

export interface Nginx {
  /** `https://localhost:…` */
  url: string;
  /** The authority of its certificate. */
  ca: Buffer;
  caPath: string;
  stop(): Promise<void>;
}

/** The configuration of `deploy/compose`, for two servers of this machine, and files in a folder. */
export function nginxConfig(
  folder: string,
  { port, servers }: { port: number; servers: [string, string] },
): string {
  const { certPath, keyPath } = selfSigned(folder, "localhost");
  copyFileSync(certPath, join(folder, "tls-certificate"));
  copyFileSync(keyPath, join(folder, "tls-key"));
  // `resolve` needs nginx 1.27.3, and the names of containers an engine.
  const text = readFileSync("deploy/compose/nginx.conf", "utf8")
    .replaceAll("/run/secrets/", `${folder}/`)
    .replace("server-1:7878 resolve", servers[0])
    .replace("server-2:7878 resolve", servers[1])
    .replace("listen 8443", `listen 127.0.0.1:${port}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join("\n");
  const file = join(folder, "nginx.conf");
  const http = text.replace("http {", `http {\n${temporary}`);
  writeFileSync(file, `daemon off;\npid ${folder}/pid;\n${http}`);
  return file;
}

export async function startNginx(servers: [string, string]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "inquest-nginx-"));
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const config = nginxConfig(folder, { port, servers });
  const child = spawn("nginx", ["-e", "stderr", "-c", config], { stdio: "ignore" });
  const closed = once(child, "close");
  await listening(port, () => child.exitCode !== null);
  const caPath = join(folder, "tls-certificate");
  return {
    url: `https://localhost:${port}`,
    ca: readFileSync(caPath),
    caPath,
    async stop() {
      child.kill("SIGTERM");
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}
