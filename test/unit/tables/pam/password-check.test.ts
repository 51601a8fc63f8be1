import { expect, test } from "vitest";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { pamStack } from "../../../../src/tables/pam/pam-stack.ts";
import { checkPasswords } from "../../../../src/tables/pam/password-check.ts";
import { hostTree } from "../../../helpers/host.ts";

const check = (auth: string, { root = true, more = {} } = {}) => {
  const read = gapReader(hostTree({ files: { "etc/pam.d/login": auth, ...more } }));
  return checkPasswords(pamStack(read, { service: "login", type: "auth" }), root);
};

const debian =
  "auth [success=1 default=ignore] pam_unix.so nullok\nauth requisite pam_deny.so\nauth required pam_permit.so\n";

test.each<[string, string]>([
  ["Debian's rules", debian],
  ["sufficient", "auth sufficient pam_unix.so\nauth required pam_deny.so"],
  [
    "Red Hat's rules",
    "auth required pam_env.so\nauth required pam_faillock.so preauth\nauth [default=1 ignore=ignore success=ok] pam_usertype.so isregular\nauth [default=1 ignore=ignore success=ok] pam_localuser.so\nauth sufficient pam_unix.so\nauth [default=die] pam_faillock.so authfail\nauth required pam_deny.so",
  ],
  ["a permit behind the check", "auth required pam_unix.so\nauth sufficient pam_permit.so"],
  ["an optional permit", "auth optional pam_permit.so\nauth required pam_unix.so"],
])("a password is needed and enough by %s", (_, auth) => {
  expect(check(auth)).toMatchObject({ acceptsAny: false, acceptsRight: true });
});

test.each<[string, string]>([
  ["a sufficient permit", `auth sufficient pam_permit.so\n${debian}`],
  ["an unchecked result", "auth optional pam_unix.so\nauth required pam_permit.so"],
  ["a jump over the refusal", debian.replace("default=ignore", "default=1")],
  ["pam_rootok", `auth sufficient pam_rootok.so\n${debian}`],
  ["nothing but a permit", "auth required pam_permit.so"],
])("anybody gets in by %s", (_, auth) => {
  expect(check(auth).acceptsAny).toBe(true);
});

test("pam_rootok asks who runs the program", () => {
  const rules = `auth sufficient pam_rootok.so\n${debian}`;
  expect(check(rules, { root: false }).acceptsAny).toBe(false);
});

test("a substack ends alone, an include ends the whole", () => {
  const more = { "etc/pam.d/inner": "auth sufficient pam_permit.so" };
  const rest = "auth required pam_unix.so";
  expect(check(`auth include inner\n${rest}`, { more }).acceptsAny).toBe(true);
  expect(check(`auth substack inner\n${rest}`, { more }).acceptsAny).toBe(false);
});

test("a second factor or an unknown module leaves a password not known to be enough", () => {
  expect(check(`${debian}auth required pam_google_authenticator.so`).acceptsRight).toBe(false);
  expect(check(`${debian}auth required pam_own.so`).acceptsRight).toBeNull();
  expect(
    check(
      "auth [success=1 default=ignore] pam_succeed_if.so user = x\nauth required pam_unix.so\nauth required pam_permit.so",
    ).acceptsAny,
  ).toBeNull();
});

test("an empty password needs nullok", () => {
  expect(check(debian).acceptsEmpty).toBe(true);
  expect(check(debian.replace(" nullok", "")).acceptsEmpty).toBe(false);
});

test("a service without rules has those of other", () => {
  const more = { "etc/pam.d/other": "auth required pam_permit.so" };
  expect(check("account required pam_unix.so", { more }).acceptsAny).toBe(true);
});
