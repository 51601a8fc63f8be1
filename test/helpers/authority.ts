import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface CertificateFiles {
  certPath: string;
  keyPath: string;
  cert: Buffer;
  key: Buffer;
}

export interface SignOptions {
  /** For how long, from now; negative `days` have passed. */
  days?: number;
  /** Lines of an extension file, beside the names. */
  extensions?: string[];
}

/** A new certificate authority below `folder`. */
export function authority(folder: string, name: string) {
  const path = (file: string) => join(folder, `${name}-${file}`);
  const files = { certPath: path("ca.pem"), keyPath: path("ca.key") };
  const made = ["-keyout", files.keyPath, "-out", files.certPath, "-days", "30"];
  openssl("req", "-x509", ...newKey, ...made, "-subj", `/CN=${name}`);
  return signer(files, path);
}

export type Authority = ReturnType<typeof authority>;

/** Signs certificates with a CA; `path` names the files it writes. */
function signer(ca: { certPath: string; keyPath: string }, path: (file: string) => string) {
  const request = (subject: string, extensions: string[]) => {
    const [certPath, keyPath] = [path(`${subject}.pem`), path(`${subject}.key`)];
    const [requestPath, extensionsPath] = [path(`${subject}.csr`), path(`${subject}.ext`)];
    openssl("req", ...newKey, "-keyout", keyPath, "-out", requestPath, "-subj", `/CN=${subject}`);
    const names = `subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:${subject}`;
    writeFileSync(extensionsPath, [names, ...extensions, ""].join("\n"));
    return { certPath, keyPath, requestPath, extensionsPath };
  };
  const sign = (subject: string, { days = 10, extensions = [] }: SignOptions = {}) => {
    const { certPath, keyPath, requestPath, extensionsPath } = request(subject, extensions);
    const by = ["-CA", ca.certPath, "-CAkey", ca.keyPath, "-CAcreateserial"];
    const made = ["-days", String(days), "-extfile", extensionsPath, "-out", certPath];
    openssl("x509", "-req", "-in", requestPath, ...by, ...made);
    return read(certPath, keyPath);
  };
  return {
    ...ca,
    cert: readFileSync(ca.certPath),
    /** A certificate for 127.0.0.1, localhost and `subject`, for either end. */
    sign,
    /** A certificate valid from tomorrow; `x509 -req` cannot set the start. */
    signForTomorrow(subject: string): CertificateFiles {
      const { certPath, keyPath, requestPath, extensionsPath } = request(subject, []);
      const config = path("ca.conf");
      writeFileSync(config, caConfig(path));
      writeFileSync(path("index.txt"), "");
      const span = ["-startdate", inDays(1), "-enddate", inDays(9)];
      const by = ["-batch", "-notext", "-config", config, "-cert", ca.certPath, "-keyfile"];
      const made = ["-in", requestPath, "-extfile", extensionsPath, "-out", certPath];
      openssl("ca", ...by, ca.keyPath, ...span, ...made);
      return read(certPath, keyPath);
    },
    /** Another authority that this one vouches for. */
    intermediate(subject: string) {
      const extensions = ["basicConstraints=critical,CA:TRUE"];
      return signer(sign(subject, { extensions }), (file) => path(`${subject}-${file}`));
    },
  };
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

const caConfig = (path: (file: string) => string) => `[ca]
default_ca=it
[it]
database=${path("index.txt")}
rand_serial=yes
new_certs_dir=${join(path("x"), "..")}
default_md=sha256
policy=any
[any]
commonName=supplied
`;

/** As `openssl ca` writes times. */
function inDays(days: number): string {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString();
  return `${iso.slice(0, 19).replace(/[-T:]/g, "")}Z`;
}

function read(certPath: string, keyPath: string): CertificateFiles {
  return { certPath, keyPath, cert: readFileSync(certPath), key: readFileSync(keyPath) };
}

function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync("openssl", args);
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
}
