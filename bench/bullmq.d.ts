/** The part of BullMQ that the benchmarks use; its types would have to be installed for every check. */
declare module "bullmq" {
  interface Options {
    connection: { path: string | undefined; maxRetriesPerRequest: null };
  }

  interface JobOptions {
    attempts: number;
    /** `delay` in ms, doubled at each attempt. */
    backoff: { type: "exponential"; delay: number };
    removeOnComplete: boolean;
  }

  export class Queue {
    constructor(name: string, options: Options & { defaultJobOptions: JobOptions });
    add(name: string, data: unknown): Promise<unknown>;
    waitUntilReady(): Promise<unknown>;
    close(): Promise<void>;
  }

  export class Worker<Data> {
    constructor(
      name: string,
      process: (job: { data: Data }) => Promise<unknown>,
      options: Options & { concurrency: number },
    );
    waitUntilReady(): Promise<unknown>;
    close(): Promise<void>;
  }
}
