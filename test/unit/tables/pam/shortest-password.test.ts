import { expect, test } from "vitest";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { pamStack } from "../../../../src/tables/pam/pam-stack.ts";
import { shortestPassword } from "../../../../src/tables/pam/shortest-password.ts";
import { hostTree } from "../../../helpers/host.ts";

const shortest = (password: string, settings: Record<string, string> = {}) => {
  const read = gapReader(hostTree({ files: { "etc/pam.d/passwd": password, ...settings } }));
  return shortestPassword(read, pamStack(read, { service: "passwd", type: "password" }));
};

const unix = "password [success=1 default=ignore] pam_unix.so obscure yescrypt";
const quality = `password requisite pam_pwquality.so retry=3\n${unix} use_authtok\n`;
const settings = (text: string) => ({ "etc/security/pwquality.conf": text });

test.each<[string, number, string, Record<string, string>?]>([
  ["pam_unix alone", 6, unix],
  ["its own minimum", 10, `${unix} minlen=10`],
  ["pwquality as it comes", 8, quality],
  ["pwquality's file", 14, quality, settings("# minlen = 3\nminlen = 14\n")],
  [
    "an argument before the file",
    7,
    quality.replace("retry=3", "minlen=7"),
    settings("minlen = 14"),
  ],
  ["credits", 9, quality, settings("minlen = 12\ndcredit = 1\nocredit = 2\nucredit = -1\n")],
  ["a number below the least", 6, quality, settings("minlen = 2")],
  [
    "a folder that the file overrules",
    9,
    quality,
    { ...settings("minlen = 9"), "etc/security/pwquality.conf.d/a.conf": "minlen = 6" },
  ],
  ["warnings alone", 6, quality, settings("enforcing = 0")],
  ["a check behind the change", 6, `${unix}\npassword requisite pam_pwquality.so`],
  ["a check without effect", 6, `password optional pam_pwquality.so\n${unix}`],
  ["a required check whose password is used", 8, quality.replace("requisite", "required")],
  ["cracklib with its usual credits", 6, `password requisite pam_cracklib.so\n${unix} use_authtok`],
  ["a directory first", 8, `password sufficient pam_sss.so\n${quality}`],
])("%s", (_, length, rules, files) => {
  expect(shortest(rules, files)).toBe(length);
});

test("what nobody can set, or other modules judge, has no length", () => {
  expect(shortest("password required pam_deny.so")).toBeNull();
  expect(shortest(`password requisite pam_passwdqc.so\n${unix} use_authtok`)).toBeNull();
});
