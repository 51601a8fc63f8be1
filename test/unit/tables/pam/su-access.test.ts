import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { suAccess } from "../../../../src/tables/pam/su-access.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const files = {
  "etc/passwd":
    "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\nbob:x:1002:1002::/home/bob:/bin/sh\nsvc:x:105:105::/:/usr/sbin/nologin\n",
  "etc/shadow":
    "root:*:19000::::::\nalice:$6$a$b:19000::::::\nbob:$6$a$b:19000::::::\nsvc:*:19000::::::\n",
  "etc/group": "root:x:0:\nwheel:x:10:alice\nalice:x:1001:\nbob:x:1002:\n",
  "etc/pam.d/common-auth":
    "auth [success=1 default=ignore] pam_unix.so nullok\nauth requisite pam_deny.so\nauth required pam_permit.so\naccount required pam_unix.so\n",
  "bin/sh": "",
};

/** Rows of su with the rules before the usual ones: "caller target allowed reason". */
async function su(rules: string, more: Record<string, string> = {}): Promise<string[]> {
  const host = hostTree({
    files: {
      ...files,
      "etc/pam.d/su": `auth sufficient pam_rootok.so\n${rules}\n@include common-auth\n`,
      ...more,
    },
  });
  chmodSync(host.path("/bin/sh"), 0o755);
  const { rows } = await collectOf(suAccess, host);
  return rows.map(({ username, target, allowed, reason }) =>
    [username, target || "-", allowed, reason].join(" "),
  );
}

const password = ["alice - 1 a password", "bob - 1 a password", "svc - 1 a password"];

test("with the usual rules, only the right password opens an account", async () => {
  expect(await su("")).toEqual(password);
});

test("pam_wheel trusts a group, or lets only it change", async () => {
  expect(await su("auth sufficient pam_wheel.so trust")).toContain("alice root 1 pam_wheel");
  const refused = "0 pam_wheel does not agree";
  expect(await su("auth sufficient pam_wheel.so trust group=none")).toEqual([
    ...[password[0], `alice root ${refused}`, `alice bob ${refused}`],
    ...[password[1], `bob root ${refused}`, `bob alice ${refused}`],
    password[2],
  ]);
  expect(await su("auth required pam_wheel.so")).toEqual([
    "alice - 1 a password",
    "alice root 0 PAM asks for one",
    "alice bob 0 PAM asks for one",
    "bob - 0 pam_wheel",
    "svc - 0 pam_wheel",
  ]);
  expect(await su("auth required pam_wheel.so deny group=wheel")).toContain("alice - 0 pam_wheel");
});

test("pam_succeed_if agrees by its conditions", async () => {
  const rows = (conditions: string) => su(`auth sufficient pam_succeed_if.so quiet ${conditions}`);
  const refused = "0 pam_succeed_if does not agree";
  expect(await rows("use_uid user = bob")).toEqual([
    ...[password[0], `alice root ${refused}`, `alice bob ${refused}`],
    "bob - 1 pam_succeed_if",
    "bob root 1 pam_succeed_if",
    password[2],
  ]);
  expect(await rows("user = bob")).toEqual([
    ...[password[0], `alice root ${refused}`, "alice bob 1 pam_succeed_if"],
    ...[password[1], `bob root ${refused}`, `bob alice ${refused}`],
    password[2],
    "svc bob 1 pam_succeed_if",
  ]);
  expect(await rows("use_uid user ingroup wheel uid ge 1000")).toContain(
    "alice root 1 pam_succeed_if",
  );
  expect(await rows("use_uid user notingroup wheel user in bob:carol")).toContain(
    "bob root 1 pam_succeed_if",
  );
  expect(await rows("tty = tty1")).toContain(
    "alice root  the rules of pam_succeed_if are not known",
  );
  expect(await rows("uid < 1000")).toContain(
    "alice root  the rules of pam_succeed_if are not known",
  );
});

test("an account without a password opens if PAM takes it, its shell starts and it has not ended", async () => {
  const shadow = (bob: string) => ({ "etc/shadow": `root:*:19000::::::\nbob:${bob}\n` });
  expect(await su("", shadow(":19000::::::"))).toContain("alice bob 1 a password");
  expect(await su("", shadow(":19000:::::1:"))).toContain(
    "alice bob 0 the account of bob has expired",
  );
  expect(await su("", shadow(":0::::::"))).toContain(
    "alice bob  bob has to set a new password first",
  );
  expect(
    await su("", {
      ...shadow(":19000::::::"),
      "etc/pam.d/common-auth": "auth required pam_unix.so\naccount required pam_unix.so\n",
    }),
  ).toContain("alice bob 0 pam_unix takes no empty password");
  expect(
    await su("", {
      ...shadow(":19000::::::"),
      "etc/pam.d/common-auth": files["etc/pam.d/common-auth"].replace(" nullok", ""),
    }),
  ).toContain("alice bob 0 pam_unix takes no empty password");
  const passwd = files["etc/passwd"].replace("/home/bob:/bin/sh", "/home/bob:/usr/sbin/nologin");
  expect(await su("", { ...shadow(":19000::::::"), "etc/passwd": passwd })).toContain(
    "alice bob 0 shell /usr/sbin/nologin",
  );
});

test("the account rules can refuse, or are not read", async () => {
  const trust = "auth sufficient pam_wheel.so trust";
  expect(await su(`${trust}\naccount required pam_deny.so`)).toContain("alice - 0 pam_deny");
  expect(await su(`${trust}\naccount required pam_access.so`)).toContain(
    "alice root  the rules of pam_access are not known",
  );
});

test("without /etc/shadow there is a gap", async () => {
  const host = hostTree({ files });
  const { gaps } = await collectOf(suAccess, closePaths(host, /^\/etc\/shadow$/));
  expect(gaps).toMatchObject([{ reason: "denied" }]);
});
