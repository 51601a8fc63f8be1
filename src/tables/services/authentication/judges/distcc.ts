import { optionOf, optionsOf } from "../model/service-process.ts";
import type { ServiceJudge } from "../model/types.ts";

/** It compiles what it is sent; --allow names addresses, and without it nobody is served. */
export const distcc: ServiceJudge = {
  service: "distcc",
  isService: ({ name }) => name === "distccd",
  judge({ argv }) {
    if (optionOf(argv, "auth") !== undefined)
      return [{ open: 0, reason: "clients authenticate (--auth)" }];
    const allowed = optionsOf(argv, "allow", "a");
    return allowed.some((network) => /^(?:0\.0\.0\.0|::)\/0$/.test(network))
      ? [{ open: 1, reason: "--allow admits every address" }]
      : [{ open: 0, reason: "--allow admits named addresses" }];
  },
};
