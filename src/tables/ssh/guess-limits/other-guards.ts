import type { Program } from "../../processes/root-programs.ts";
import { everywhere, type GuessLimit, unknownEffect } from "./guess-limit.ts";

/** Programs that block addresses by rules of their own, which are not read. */
const guards: [name: RegExp, mechanism: string][] = [
  [/^(denyhosts|denyhosts\.py)$/, "DenyHosts"],
  [/^lfd\b/, "lfd"],
  [/^blacklistd|^blocklistd/, "blocklistd"],
  [/^(wazuh|ossec)-execd$/, "active response"],
  [/^(banip|reaction|f2b)$/, "address blocker"],
];

export const readOthers = (programs: Program[]): GuessLimit[] =>
  guards.flatMap(([pattern, mechanism]) =>
    programs.some(({ name }) => pattern.test(name))
      ? [everywhere(mechanism, unknownEffect("its rules are not read"))]
      : [],
  );
