import { expect, test } from "vitest";
import { pamRules } from "../../../../src/tables/pam/pam-rules.ts";
import { pamServicesTable } from "../../../../src/tables/pam/pam-services.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const files = {
  "etc/pam.d/common-auth":
    "auth [success=1 default=ignore] pam_unix.so nullok\nauth requisite pam_deny.so\nauth required pam_permit.so\n",
  "etc/pam.d/sshd":
    "auth sufficient pam_permit.so\n@include common-auth\naccount required pam_unix.so\n",
  "etc/pam.d/su": "auth sufficient pam_rootok.so\n@include common-auth\n",
  "usr/lib/pam.d/login": "auth required /lib/security/pam_own.so debug\n",
};

test("each service says what its rules make of passwords", async () => {
  const { rows } = await collectOf(pamServicesTable, hostTree({ files }));
  expect(
    pick(rows, "service", "accepts_any_password", "accepts_empty_password", "included"),
  ).toEqual([
    { service: "common-auth", accepts_any_password: 0, accepts_empty_password: 1, included: 1 },
    { service: "login", accepts_any_password: 0, accepts_empty_password: null, included: 0 },
    { service: "sshd", accepts_any_password: 1, accepts_empty_password: 1, included: 0 },
    { service: "su", accepts_any_password: 0, accepts_empty_password: 1, included: 0 },
  ]);
});

test("the password policy of a service comes with it, and what is open there is a gap", async () => {
  const own = {
    "etc/pam.d/passwd": "password required pam_own.so\npassword required pam_unix.so\n",
    "etc/pam.d/sshd":
      "auth required pam_faillock.so preauth\nauth sufficient pam_unix.so\nauth [default=die] pam_faillock.so authfail deny=4\npassword required pam_unix.so minlen=9\n",
  };
  const { rows, gaps } = await collectOf(pamServicesTable, hostTree({ files: own }));
  expect(pick(rows, "service", "shortest_password", "failures_until_lock")).toEqual([
    { service: "passwd", shortest_password: null, failures_until_lock: 0 },
    { service: "sshd", shortest_password: 9, failures_until_lock: 4 },
  ]);
  expect(gaps).toMatchObject([{ reason: "error", columns: ["shortest_password"] }]);
});

test("a service that hangs on unread rules is a gap", async () => {
  const own = { "etc/pam.d/door": "auth sufficient pam_listfile.so\nauth required pam_unix.so\n" };
  const { rows, gaps } = await collectOf(pamServicesTable, hostTree({ files: own }));
  expect(rows).toMatchObject([{ service: "door", accepts_any_password: null }]);
  expect(gaps).toMatchObject([{ reason: "error", columns: ["accepts_any_password"] }]);
});

test("a rule says where it stands", async () => {
  const { rows } = await collectOf(pamRules, hostTree({ files }));
  const ofSshd = rows.filter(({ service }) => service === "sshd");
  expect(pick(ofSshd, "type", "place", "module", "source")).toEqual([
    { type: "auth", place: 0, module: "pam_permit", source: "/etc/pam.d/sshd:1" },
    { type: "auth", place: 1, module: "pam_unix", source: "/etc/pam.d/common-auth:1" },
    { type: "auth", place: 2, module: "pam_deny", source: "/etc/pam.d/common-auth:2" },
    { type: "auth", place: 3, module: "pam_permit", source: "/etc/pam.d/common-auth:3" },
    { type: "account", place: 0, module: "pam_unix", source: "/etc/pam.d/sshd:3" },
  ]);
  expect(rows.find(({ service }) => service === "login")).toMatchObject({
    module: "pam_own",
    file: "/lib/security/pam_own.so",
    arguments: "debug",
  });
});

test("a file that can't be read is a gap", async () => {
  const closed = closePaths(hostTree({ files }), /pam\.d\/sshd$/);
  const { gaps } = await collectOf(pamServicesTable, closed);
  expect(gaps[0]).toMatchObject({ reason: "denied" });
  expect(gaps[0]).not.toHaveProperty("columns");
});
