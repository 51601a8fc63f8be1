/** What a script printed and how it ended. */
export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string;
}

/** A throw-away copy of the planted root, with processes and interfaces of its own. */
export interface PlantedRoot {
  /** Runs a shell script in the root, as its root. */
  run(script: string, options?: RunOptions): Promise<Outcome>;
  /** The folder of what was written to / alone, where all of it takes too long to list. */
  written?: string;
  /** Ends every process of the root and removes what it wrote. */
  close(): Promise<void>;
}

/** Ends a script that hangs, ms; on a busy machine each takes many times longer than on an idle one. */
export const scriptTimeoutMs = 120_000;

/** A case runs several scripts. */
export const caseTimeoutMs = 300_000;

/** The environment of every script. */
export const scriptEnvironment = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  LC_ALL: "C.UTF-8",
  USER: "root",
};
