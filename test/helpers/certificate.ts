import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) console.warn("Skipped: tests with certificates need openssl.");

/** Creates a self-signed certificate for `name` and its key in `folder`. */
export function selfSigned(folder: string, name: string) {
  const certPath = join(folder, `${name}.pem`);
  const keyPath = join(folder, `${name}.key`);
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const files = ["-keyout", keyPath, "-out", certPath];
  const made = spawnSync("openssl", ["req", "-x509", ...kind, "-subj", `/CN=${name}`, ...files]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  return { certPath, keyPath, cert: readFileSync(certPath), key: readFileSync(keyPath) };
}
