import type { Load } from "./scene/load.ts";
import type { Scene, SceneOptions } from "./scene/start-scene.ts";

/** How long and how often a fault happens. */
export interface Size {
  kills: number;
  /** For how long the database is stopped, or a server cut off. */
  outageMs: number;
}

export interface UnderFault {
  scene: Scene;
  load: Load;
  size: Size;
}

export interface Fault {
  what: string;
  scene?: Pick<SceneOptions, "isStopped" | "lastEnv">;
  /** Before the load, where the servers are not started by the scene. */
  prepare?(scene: Scene, size: Size): Promise<void>;
  /**
   * Under load. Resolves with how many times something was cut off whose requests may have to be sent
   * again: each event may arrive once more for each.
   */
  apply(under: UnderFault): Promise<number>;
}
