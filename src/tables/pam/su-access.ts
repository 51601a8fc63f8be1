import { type Account, parseGroup, readAccounts } from "../accounts/local-accounts.ts";
import { type LoginPassword, readLoginPasswords, today } from "../accounts/login-password.ts";
import { isListedShell, sessionRefusal } from "../accounts/login-shell.ts";
import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { checkAccount } from "./account-check.ts";
import { type PamRule, pamStack } from "./pam-stack.ts";
import { alwaysSucceeds, flat, type PamReturn } from "./run-stack.ts";
import type { Switch } from "./succeed-if.ts";
import { accessAnswer, authAnswer, type Typed } from "./switch-rules.ts";

/**
 * What PAM makes of `su` by each account that is not root, by running its rules. With `by`
 * "password": whether it takes the right password of an account that may be used (`target` is "").
 * With "nothing": the accounts that it opens without a password, and, where rules may admit some
 * callers, those that it does not; those that root can become anyway are left out where it opens
 * root. `allowed` is NULL where that depends on rules that aren't read; `reason` is what refuses it,
 * or what opens it. Whether the program is there and setuid is not said.
 */
export const suAccess: CollectedTable = {
  name: "su_access",
  description: "Whom su lets become another account, with a password or without, by PAM's rules.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    target: "TEXT",
    by: "TEXT",
    allowed: "INTEGER",
    reason: "TEXT",
    source: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = rowsOf(read);
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

interface Su {
  read: GapReader;
  auth: PamRule[];
  account: PamRule[];
  passwords: Map<string, LoginPassword> | undefined;
  /** Accounts with a shell that starts a session. */
  used: Account[];
}

/** Where more accounts are used, refusals are only reported for root as the target. */
const maxUsed = 30;

/** More pairs of accounts are not looked at. */
const maxPairs = 100_000;

function rowsOf(read: GapReader): Row[] {
  const accounts = readAccounts(read.host);
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const [auth, account] = ["auth", "account"].map((type) =>
    pamStack(read, { service: "su", type }),
  );
  const su = {
    read,
    auth: auth!,
    account: account!,
    passwords: readLoginPasswords(read, accounts),
    used: accounts.filter(({ shell }) => sessionRefusal(read.host, shell) === undefined),
  };
  const root = accounts.find(({ uid }) => uid === 0);
  const callers = accounts.filter(({ uid }) => uid !== 0);
  if (!root) return [];
  const targets = targetsOf(su, accounts, Math.floor(maxPairs / Math.max(callers.length, 1)));
  return callers.flatMap((caller) => {
    const to = (target: Account): Switch => ({ caller, target, groups, service: "su" });
    const opened = openedBy(su, to(root));
    const others = opened.some(({ allowed }) => allowed === 1)
      ? []
      : targets.filter(({ uid }) => uid !== caller.uid);
    return [
      { target: "", by: "password", ...verdictOf(su, to(root), "right") },
      ...opened,
      ...others.flatMap((target) => openedBy(su, to(target))),
    ].map((row) => ({ username: caller.name, ...row }));
  });
}

/**
 * The accounts besides root that may open in another way than it: those without a password, and
 * all where rules ask who the target is.
 */
function targetsOf({ read, auth, passwords }: Su, accounts: Account[], limit: number): Account[] {
  const others = accounts.filter(({ uid }) => uid !== 0);
  if (!flat(auth).some(asksWho))
    return others.filter(({ name }) => passwords?.get(name)?.kind === "empty");
  if (others.length > limit)
    read.report({
      reason: "error",
      detail: `su: only ${limit} accounts were looked at as targets`,
    });
  return others.slice(0, limit);
}

/** Whether the rules may end with it, or skip others: one that is required admits nobody by itself. */
const mayAdmit = ({ control }: PamRule) => /^suff|done|=\d/.test(control);

const asksWho = ({ module }: PamRule) => /^pam_(listfile|succeed_if|wheel)$/.test(module);

interface Verdict {
  allowed: number | null;
  reason: string;
  source: string;
}

const verdict = (allowed: number | null, reason: string, source = ""): Verdict => ({
  allowed,
  reason,
  source,
});

/** A row if the target opens without a password, or may, or has none and is refused all the same. */
function openedBy(su: Su, change: Switch): (Verdict & { target: string; by: string })[] {
  const { target } = change;
  const password = su.passwords?.get(target.name);
  const isEmpty = password?.kind === "empty";
  const found = verdictOf(su, change, isEmpty ? "nothing, and there is none" : "nothing");
  if (found.allowed === 0 && !isEmpty) return nearlyOpened(su, change, found);
  const row =
    found.allowed === 0
      ? { ...found, ...emptyRefusal(su, change, found) }
      : { ...found, ...obstacleOf(su, target, password) };
  return [{ target: target.name, by: "nothing", ...row }];
}

/** That the rules end in pam_deny says less than why pam_unix, which comes before, does not agree. */
function emptyRefusal({ read, auth }: Su, change: Switch, { reason }: Verdict): Partial<Verdict> {
  const refusing = flat(auth).find(
    (rule) =>
      rule.module === "pam_unix" &&
      authAnswer(read, rule, { change, typed: "nothing, and there is none" }) === "auth_err",
  );
  return refusing && /^pam_(deny|unix)$/.test(reason)
    ? { reason: "pam_unix takes no empty password", source: refusing.source }
    : {};
}

/**
 * A refusal of accounts that people use: by rules that may let others in without a password, or for
 * one if the rules that ask who the accounts are agree.
 */
function nearlyOpened(
  { read, auth, used }: Su,
  change: Switch,
  found: Verdict,
): (Verdict & { target: string; by: string })[] {
  const { caller, target } = change;
  const asking = flat(auth).filter(asksWho);
  const answerOf = (rule: PamRule) => authAnswer(read, rule, { change, typed: "nothing" });
  const isReported =
    used.includes(caller) && used.includes(target) && (target.uid === 0 || used.length <= maxUsed);
  if (asking.length === 0 || !isReported) return [];
  const trusting = asking.filter(mayAdmit);
  // pam_wheel ignores a member whom it doesn't trust.
  const agree = asking.every((rule) => /^(success|ignore)$/.test(answerOf(rule) ?? ""));
  if (trusting.length === 0 && !agree) return [];
  const refusing = trusting.find((rule) => answerOf(rule) !== "success");
  const row = refusing
    ? verdict(0, `${refusing.module} does not agree`, refusing.source)
    : { ...found, reason: "PAM asks for one" };
  return [{ target: target.name, by: "nothing", ...row }];
}

/** What the target itself keeps from a session. */
function obstacleOf(
  { read }: Su,
  { shell, name }: Account,
  password?: LoginPassword,
): Partial<Verdict> {
  const refusal = sessionRefusal(read.host, shell);
  if (refusal && !isListedShell(read.host, shell)) return { allowed: 0, reason: refusal };
  if (!password) return { allowed: null, reason: `the password of ${name} is not known` };
  const isOver = password.expire >= 0 && today(read.host) >= password.expire;
  if (isOver || password.lapsed)
    return { allowed: 0, reason: `the account of ${name} has expired` };
  return password.mustChange
    ? { allowed: null, reason: `${name} has to set a new password first` }
    : {};
}

function verdictOf({ read, auth, account }: Su, change: Switch, typed: Typed): Verdict {
  const answerOf = (rule: PamRule) => authAnswer(read, rule, { change, typed });
  const first = (answer: PamReturn | null, isDecisive = (_rule: PamRule) => true) =>
    flat(auth).find((rule) => isDecisive(rule) && answerOf(rule) === answer);
  const agrees = alwaysSucceeds(auth, answerOf);
  if (agrees === false) {
    const rule = first("auth_err", ({ control }) => /^req|die|bad/.test(control)) ?? last(auth);
    return verdict(0, rule?.module ?? "pam_deny", rule?.source);
  }
  const admitted = checkAccount(account, (rule) => {
    const answer = accessAnswer(read, rule, change);
    return answer === undefined || answer === "ignore" ? null : answer && answer === "success";
  });
  if (admitted.accepts === false) return verdict(0, admitted.module);
  const open = agrees === null ? first(null)?.module : admitted.module;
  if (agrees === null || admitted.accepts === null)
    return verdict(null, `the rules of ${open ?? "PAM"} are not known`);
  const rule = first("success");
  return verdict(
    1,
    rule?.module === "pam_unix" ? "a password" : (rule?.module ?? ""),
    rule?.source,
  );
}

const last = (auth: PamRule[]) => flat(auth).at(-1);
