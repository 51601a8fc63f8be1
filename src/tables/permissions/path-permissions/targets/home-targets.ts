import { readAccounts } from "../../../accounts/local-accounts.ts";
import type { GapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import type { Target } from "./target.ts";

const withoutSession = /\/(nologin|false|true|sync|halt|shutdown)$/;

/** Home folders of root and of people who can log in. */
export const findHomeTargets = ({ host }: GapReader): Target[] =>
  readAccounts(host)
    .filter(({ uid, shell }) => (uid === 0 || isPerson(uid)) && !withoutSession.test(shell))
    .map(({ name, directory }) => ({ name, home: directory.replace(/(.)\/+$/, "$1") }))
    .filter(({ home }) => /^\/./.test(home) && isPresent(host, home))
    .map(({ name, home }) => ({
      purpose: "home",
      source: "/etc/passwd",
      run_as: name,
      enabled: 1,
      detail: "",
      target: home,
    }));

/** The range that distributions give to people. */
const isPerson = (uid: number) => uid >= 1000 && uid < 65_534;
