import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../fault.ts";

const aheadSeconds = 90;

/** Debian's package faketime. */
const faketime = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** Without that, JavaScript's own clock is shifted, from which a server reads the time. */
const shiftedDate = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  const now = () => RealDate.now() + ${aheadSeconds * 1_000};
  globalThis.Date = class Date extends RealDate {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now()]));
    }
    static now() {
      return now();
    }
  };`)}`;

const hasFaketime = existsSync(faketime);
const lastEnv: Record<string, string> = hasFaketime
  ? { LD_PRELOAD: faketime, FAKETIME: `+${aheadSeconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" }
  : { NODE_OPTIONS: `--import ${shiftedDate}` };

const means = hasFaketime ? "libfaketime" : "a shifted Date";

export const wrongClock: Fault = {
  what: `one server's clock ${aheadSeconds} s ahead of the others' (${means})`,
  scene: { lastEnv },
  async apply({ size: { outageMs } }) {
    await delay(outageMs);
    return 0;
  },
};
