import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface CertificateFiles {
  certPath: string;
  keyPath: string;
  cert: Buffer;
  key: Buffer;
}

/** A certificate authority of its own below `folder`, and what it signs. */
export function authority(folder: string, name: string) {
  const path = (file: string) => join(folder, `${name}-${file}`);
  const ca = { certPath: path("ca.pem"), keyPath: path("ca.key") };
  const made = ["-keyout", ca.keyPath, "-out", ca.certPath, "-days", "30", "-subj", `/CN=${name}`];
  openssl("req", "-x509", ...newKey, ...made);
  return {
    ...ca,
    cert: readFileSync(ca.certPath),
    /** A certificate for 127.0.0.1, localhost and `subject`, for either end; negative `days` have passed. */
    sign(subject: string, { days = 10 } = {}): CertificateFiles {
      const [certPath, keyPath] = [path(`${subject}.pem`), path(`${subject}.key`)];
      const [request, extensions] = [path(`${subject}.csr`), path(`${subject}.ext`)];
      openssl("req", ...newKey, "-keyout", keyPath, "-out", request, "-subj", `/CN=${subject}`);
      writeFileSync(extensions, `subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:${subject}\n`);
      const signer = ["-CA", ca.certPath, "-CAkey", ca.keyPath, "-CAcreateserial"];
      const made = ["-days", String(days), "-extfile", extensions, "-out", certPath];
      openssl("x509", "-req", "-in", request, ...signer, ...made);
      return { certPath, keyPath, cert: readFileSync(certPath), key: readFileSync(keyPath) };
    },
  };
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync("openssl", args);
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
}
