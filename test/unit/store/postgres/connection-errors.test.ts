import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createPool } from "../../../../src/store/postgres/connection/create-pool.ts";
import { hasOpenssl } from "../../../helpers/certificate.ts";
import { newDatabase, type PostgresCluster, startPostgres } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** Two authorities, and a certificate of the first for `localhost`, as \`openssl\` makes them. */
const certificates = `
  for ca in ca other; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \\
      -subj /CN=$ca -keyout $ca.key -out $ca.pem
  done
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost \\
    -keyout db.key -out db.csr
  echo subjectAltName=DNS:localhost >names
  openssl x509 -req -in db.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out db.pem`;

const problem = (url: string) =>
  openTestStore(url).then(
    async (store) => {
      await store.close();
      return null;
    },
    ({ code, message }) => ({ code, message }),
  );
const notSetUp = (message: string) => ({ code: "database_not_set_up", message });

describe.skipIf(!hasOpenssl)("over TLS", () => {
  let cluster: PostgresCluster;
  let folder: string;
  let database: string;
  beforeAll(async () => {
    folder = temporaryFolder(afterAll);
    execFileSync("sh", ["-ec", certificates], { cwd: folder, stdio: "ignore" });
    cluster = await startPostgres({ fsync: "off" });
    await cluster.stop();
    // PostgreSQL reads a key that belongs to it alone.
    for (const file of ["db.pem", "db.key"]) {
      const own = join(cluster.folder, "data", file);
      copyFileSync(join(folder, file), own);
      chmodSync(own, 0o600);
      if (process.getuid?.() === 0) chownSync(own, 65_534, 65_534);
    }
    const settings = "ssl=on\nssl_cert_file='db.pem'\nssl_key_file='db.key'\n";
    execFileSync("sh", [
      "-c",
      'printf %s "$1" >>"$0"',
      join(cluster.folder, "data/postgresql.conf"),
      settings,
    ]);
    await cluster.start();
    database = await cluster.createDatabase();
  });
  afterAll(async () => {
    await cluster.stop();
    cluster.remove();
  });

  /** The database by a name of its machine, with these parameters of the URL. */
  const at = (host: string, parameters: Record<string, string>) => {
    const url = new URL(database);
    url.hostname = host;
    for (const [name, value] of Object.entries({ sslmode: "verify-full", ...parameters }))
      url.searchParams.set(name, value);
    return url.href;
  };

  test("verify-full accepts the certificate of the authority for the name, and no other", async () => {
    const sslrootcert = join(folder, "ca.pem");
    expect(await problem(at("localhost", { sslrootcert }))).toBeNull();
    const untrusted = notSetUp("The database's certificate is not trusted.");
    expect(await problem(at("127.0.0.1", { sslrootcert }))).toEqual(untrusted);
    expect(await problem(at("localhost", {}))).toEqual(untrusted);
    const other = { sslrootcert: join(folder, "other.pem") };
    expect(await problem(at("localhost", other))).toEqual(untrusted);
    const missing = { sslrootcert: join(folder, "missing.pem") };
    expect(await problem(at("localhost", missing))).toEqual(
      notSetUp("A certificate or key file that the database URL names can't be read."),
    );
  });
});

test("a database that does not exist is named as the reason", async () => {
  const url = new URL(await newDatabase());
  url.pathname = "/missing";
  expect(await problem(url.href)).toEqual(
    notSetUp("The database that the URL names does not exist."),
  );
});

test("a user that does not exist is named as the reason", async () => {
  const url = new URL(await newDatabase());
  url.username = "nobody";
  expect(await problem(url.href)).toEqual(notSetUp("The database refuses this user or password."));
});

test("a statement may take 30 s, or as long as the URL says", async () => {
  const database = await newDatabase();
  const timeoutOf = async (url: string) => {
    const pool = createPool({ url, max: 1, onError: () => undefined });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query("SHOW statement_timeout");
    return rows[0].statement_timeout;
  };
  expect(await timeoutOf(database)).toBe("30s");
  expect(await timeoutOf(`${database}?statement_timeout=60000`)).toBe("1min");
});
