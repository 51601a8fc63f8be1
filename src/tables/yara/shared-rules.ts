import type { Rules } from "@virustotal/yara-x";
import { compileRules } from "./compile-rules.ts";

interface Compiled {
  source: string;
  rules: Rules;
  /** Scans that use them now. */
  scans: number;
}

/** A join scans the table once for each of its files, mostly with the same rules. */
let last: Compiled | null = null;

/** Compiled rules; the last ones are kept for the next scan. Call `release` after the scan. */
export function shareRules(source: string): { rules: Rules; release(): void } {
  const compiled =
    last?.source === source ? last : { source, rules: compileRules(source), scans: 0 };
  if (last !== compiled && last?.scans === 0) last.rules.free();
  last = compiled;
  compiled.scans += 1;
  return {
    rules: compiled.rules,
    release() {
      compiled.scans -= 1;
      if (compiled.scans === 0 && last !== compiled) compiled.rules.free();
    },
  };
}
