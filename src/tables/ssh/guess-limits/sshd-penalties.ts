import type { GapReader } from "../../host/gap-reader.ts";
import type { ParsedSshdConfig } from "../../parsers/sshd/parse.ts";
import { parseSeconds } from "../../parsers/sshd/time.ts";
import type { Program } from "../../processes/root-programs.ts";
import {
  effective,
  everywhere,
  type GuessLimit,
  ineffective,
  type Judgement,
  mostInARow,
  unknownEffect,
} from "./guess-limit.ts";
import { newerSshdPaths } from "./ssh-log.ts";

/** Seconds, by sshd_config(5) of OpenSSH 9.8. */
const usual = { authfail: 5, min: 15, max: 600 };

/** PerSourcePenalties: since OpenSSH 9.8 sshd itself refuses addresses that guess, unless told otherwise. */
export function readPenalties(
  { host }: GapReader,
  { config, programs }: { config: ParsedSshdConfig; programs: Program[] },
): GuessLimit[] {
  if (!newerSshdPaths.some((path) => host.exists(path))) return [];
  // Without a listening sshd each connection has its own, which remembers nothing.
  const isListening = programs.some(({ name, isHere }) => name === "sshd" && isHere);
  const judgement = isListening
    ? judgePenalties(wordsOf(config, "persourcepenalties"), exempt(config))
    : unknownEffect("no sshd listens by itself");
  return [everywhere("PerSourcePenalties", judgement)];
}

/** Of several lines the first that sets a value counts. */
const wordsOf = (config: ParsedSshdConfig, option: string): string[] =>
  config.flatMap((entry) =>
    "unreadable" in entry || entry.spec.name.toLowerCase() !== option
      ? []
      : entry.values.flatMap((value) => value.split(/[\s,]+/)),
  );

const exempt = (config: ParsedSshdConfig) =>
  wordsOf(config, "persourcepenaltyexemptlist").some((range) =>
    /^(0\.0\.0\.0|::)\/0$|^\*$/.test(range),
  );

function judgePenalties(words: string[], areAllExempt: boolean): Judgement {
  if (words[0] === "no") return ineffective("PerSourcePenalties no");
  if (areAllExempt) return ineffective("PerSourcePenaltyExemptList has every address");
  const secondsOf = (name: keyof typeof usual) => {
    const word = words.find((each) => each.startsWith(`${name}:`));
    return word ? (parseSeconds(word.slice(name.length + 1)) ?? usual[name]) : usual[name];
  };
  // An address is refused once its penalties add up to the minimum; they stop at the maximum.
  const connections = Math.max(1, Math.ceil(secondsOf("min") / secondsOf("authfail")));
  if (connections > mostInARow || secondsOf("max") < secondsOf("min"))
    return ineffective("wrong passwords have no penalty");
  return effective(`refused after ${connections} failed connections`);
}
