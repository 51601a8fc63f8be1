import { expect, test } from "vitest";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { failuresUntilLock } from "../../../../src/tables/pam/failures-until-lock.ts";
import { pamStack } from "../../../../src/tables/pam/pam-stack.ts";
import { hostTree } from "../../../helpers/host.ts";

const failures = (auth: string, settings = "") => {
  const files = { "etc/pam.d/sshd": auth, "etc/security/faillock.conf": settings };
  const read = gapReader(hostTree({ files }));
  return failuresUntilLock(read, pamStack(read, { service: "sshd", type: "auth" }));
};

const redHat = `auth required pam_env.so
auth required pam_faillock.so preauth silent
auth [default=1 ignore=ignore success=ok] pam_usertype.so isregular
auth [default=1 ignore=ignore success=ok] pam_localuser.so
auth sufficient pam_unix.so nullok
auth required pam_faillock.so authfail
auth required pam_deny.so
`;

test.each<[string, number, string, string?]>([
  ["faillock's usual number", 3, redHat],
  ["the number of its file", 5, redHat, "# deny = 9\ndeny = 5\neven_deny_root\n"],
  ["an argument before the file", 4, redHat.replace("authfail", "authfail deny=4"), "deny = 9"],
  ["a tally", 6, "auth required pam_tally2.so deny=6\nauth required pam_unix.so"],
  [
    "asked after the password",
    3,
    "auth [success=1 default=ignore] pam_unix.so\nauth [default=die] pam_faillock.so authfail\nauth requisite pam_faillock.so authsucc",
  ],
])("an account is locked by %s", (_, count, rules, settings) => {
  expect(failures(rules, settings)).toBe(count);
});

test.each<[string, string, string?]>([
  ["nothing counts", "auth required pam_unix.so"],
  ["the number is 0", redHat, "deny = 0"],
  ["nobody asks", "auth sufficient pam_unix.so\nauth [default=die] pam_faillock.so authfail"],
  [
    "the count is never reached",
    "auth required pam_faillock.so preauth\nauth requisite pam_unix.so\nauth required pam_faillock.so authfail",
  ],
  ["a tally has no number", "auth required pam_tally2.so\nauth required pam_unix.so"],
])("no account is locked where %s", (_, rules, settings) => {
  expect(failures(rules, settings)).toBe(0);
});

test("a module with rules of its own leaves it open", () => {
  expect(failures("auth required pam_own.so\nauth required pam_unix.so")).toBeNull();
  expect(
    failures(`auth [success=4 default=ignore] pam_succeed_if.so user = x\n${redHat}`),
  ).toBeNull();
});
