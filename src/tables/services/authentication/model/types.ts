import type { ServiceProcess } from "./service-process.ts";

/** What one port of a server, or all of them, demands. */
export interface Demand {
  /** 1: serves whoever reaches the port; 0: demands a proof, or admits only named addresses; null: not known. */
  open: 0 | 1 | null;
  /** Why, without any secret. */
  reason: string;
  /** The file that says so; undefined when arguments or defaults do. */
  source?: string | undefined;
  /** Absent: every port of the process. */
  port?: number;
}

/** Reads what a server demands; undefined when the process is another program. */
export interface ServiceJudge {
  service: string;
  isService(process: ServiceProcess): boolean;
  judge(process: ServiceProcess): Demand[];
}

export const isOn = (value: string | undefined) => /^(?:yes|true|on|1|enabled)$/i.test(value ?? "");

/** The last part of the path by which a program was started. */
export const programOf = (word = "") => word.slice(word.lastIndexOf("/") + 1);
