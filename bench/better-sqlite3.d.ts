/** The part of better-sqlite3 that the benchmarks use; its types would have to be installed for every check. */
declare module "better-sqlite3" {
  export default class Database {
    constructor(path: string);
    pragma(source: string): unknown;
    exec(sql: string): this;
    prepare(sql: string): { run(...values: unknown[]): unknown };
    close(): void;
  }
}
