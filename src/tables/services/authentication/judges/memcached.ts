import type { ServiceJudge } from "../model/types.ts";

/** Letters of memcached's options that take a value. */
const withValue = "apsUmclufnPtDRCbBIXYeoN";

export const memcached: ServiceJudge = {
  service: "Memcached",
  isService: ({ name }) => name === "memcached",
  judge({ argv }) {
    const options = argv.slice(1).flatMap(lettersOf);
    const proof = [...options, ...argv].some((each) =>
      /^(?:S|Y|--enable-sasl|--auth-file(?:=.*)?)$/.test(each),
    );
    if (proof) return [{ open: 0, reason: "clients authenticate (SASL or a password file)" }];
    if (argv.some((word) => /\bssl_verify_mode=[23]\b/.test(word)))
      return [{ open: 0, reason: "clients need a certificate" }];
    return [{ open: 1, reason: "neither SASL (-S) nor a password file (-Y)" }];
  },
};

/** "-dS" is two options; what follows a letter with a value is its value. */
function lettersOf(word: string): string[] {
  const letters = /^-([a-zA-Z].*)$/.exec(word)?.[1] ?? "";
  const end = [...letters].findIndex((letter) => withValue.includes(letter));
  return [...(end < 0 ? letters : letters.slice(0, end + 1))];
}
