import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects this thread's garbage now, in some 50 ms; V8 offers it only behind a flag. What strings
 * of large answers leave behind otherwise counts as the thread's memory until V8 needs room.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
}
