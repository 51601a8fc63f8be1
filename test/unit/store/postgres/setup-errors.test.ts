import { join } from "node:path";
import { expect, test } from "vitest";
import { withPool } from "../../../../src/store/postgres/connection/with-pool.ts";
import { migrate } from "../../../../src/store/postgres/migrations/migrate.ts";
import { newDatabase, runSql } from "../../../helpers/postgres.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const connect = (url: string | URL) => withPool(String(url), (pool) => pool.query("SELECT 1"));

const notSetUp = (message: RegExp) => ({
  code: "database_not_set_up",
  kind: "usage",
  message: expect.stringMatching(message),
});

test("what is wrong with a database is said with the next step, and without user or path", async () => {
  const url = new URL(await newDatabase());
  const other = new URL(url);
  other.pathname = "/no_such_database";
  await expect(connect(other)).rejects.toMatchObject(notSetUp(/does not exist/));
  const stranger = new URL(url);
  stranger.username = "nobody_of_this_name";
  await expect(connect(stranger)).rejects.toMatchObject(notSetUp(/refuses this user/));
  const noFile = new URL(url);
  const path = join(temporaryFolder(), "ca.pem");
  noFile.search = `?sslmode=verify-full&sslrootcert=${path}`;
  const error = await connect(noFile).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(notSetUp(/can't be read/));
  expect(String(error)).not.toContain(path);
});

test("a database without TLS is named as such", async () => {
  const url = new URL(await newDatabase());
  url.search = "?sslmode=verify-full";
  await expect(connect(url)).rejects.toMatchObject(notSetUp(/no TLS/));
});

test("a user who may not create the tables is told which right is missing", async () => {
  const url = new URL(await newDatabase());
  const user = `limited_${url.pathname.slice(1)}`;
  await runSql(url.href, `CREATE ROLE ${user} LOGIN`);
  const limited = new URL(url);
  limited.username = user;
  const failed = withPool(limited.href, (pool) => migrate(pool));
  await expect(failed).rejects.toMatchObject({
    ...notSetUp(/lacks a privilege/),
    hint: expect.stringMatching(/GRANT CREATE ON DATABASE/),
  });
  await runSql(url.href, `DROP ROLE ${user}`);
});
