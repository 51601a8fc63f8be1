import fc from "fast-check";
import { expect, test } from "vitest";
import { parseKeyOptions } from "../../../../src/tables/ssh/authorities/key-options.ts";
import { parsePrincipals } from "../../../../src/tables/ssh/authorities/principals.ts";
import { sshAuthorities } from "../../../../src/tables/ssh/ssh-authorities.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { sshHost } from "../../../helpers/ssh-host.ts";

const ca =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEEMO/yYHAvK2XrPhPpGkg27ZrTTyVQ38H8a7lrfIGxZ user-ca";
const own =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINoj6lC/f1qEEUZE7MH8y5XbOj7/9R1sey6dzLBeoupg own-ca";
/** As ssh-keygen -l prints them. */
const caPrint = "SHA256:1KoYUFBoTBxvKGZfrnsIX6YwWO47oNEkw2dbv6yRQfk";
const ownPrint = "SHA256:DblPOawWsks3qFFraT8V77pLythxgobnAY1tEKAApgI";

const caFile = { "etc/ssh/ca.pub": `# people\n${ca}\n` };

test("an authority that all accounts trust is one row, with no principals but their names", async () => {
  const host = sshHost({ config: "TrustedUserCAKeys /etc/ssh/ca.pub", files: caFile });
  expect(await collectOf(sshAuthorities, host)).toEqual({
    rows: [
      {
        fingerprint: caPrint,
        algorithm: "ssh-ed25519",
        username: "",
        principals: "",
        options: "",
        source: "/etc/ssh/ca.pub:2",
      },
    ],
    gaps: [],
  });
});

test("a principals file makes rows for the accounts that have one", async () => {
  const host = sshHost({
    config: "TrustedUserCAKeys /etc/ssh/ca.pub\nAuthorizedPrincipalsFile /etc/ssh/principals/%u",
    files: {
      ...caFile,
      "etc/ssh/principals/alice": 'admins # all of them\nops\nfrom="10.0.0.0/8" visitors\n',
      "etc/ssh/principals/bob": "# nobody\n",
    },
  });
  const { rows } = await collectOf(sshAuthorities, host);
  expect(pick(rows, "username", "principals", "options")).toEqual([
    { username: "alice", principals: "admins,ops", options: "" },
    { username: "alice", principals: "visitors", options: 'from="10.0.0.0/8"' },
  ]);
});

test("with a command for principals they are unknown", async () => {
  const config = "TrustedUserCAKeys /etc/ssh/ca.pub\nAuthorizedPrincipalsCommand /bin/ask %u";
  const { rows } = await collectOf(sshAuthorities, sshHost({ config, files: caFile }));
  expect(new Set(rows.map(({ principals }) => principals))).toEqual(new Set([null]));
});

test("an authority in a Match block is that block's accounts' only", async () => {
  const config = "Match User alice Address 10.0.0.0/8\nTrustedUserCAKeys /etc/ssh/ca.pub";
  const { rows } = await collectOf(sshAuthorities, sshHost({ config, files: caFile }));
  expect(pick(rows, "username", "fingerprint")).toEqual([
    { username: "alice", fingerprint: caPrint },
  ]);
});

test("a cert-authority line belongs to its account, plain keys are skipped", async () => {
  const host = sshHost({
    files: {
      "home/alice/.ssh/authorized_keys": [
        `cert-authority,principals="deploy,ci" ${own}`,
        `Cert-Authority ${ca}`,
        ca,
        `command="echo cert-authority" ${own}`,
      ].join("\n"),
    },
  });
  const { rows } = await collectOf(sshAuthorities, host);
  expect(pick(rows, "username", "fingerprint", "principals", "source")).toEqual([
    {
      username: "alice",
      fingerprint: ownPrint,
      principals: "deploy,ci",
      source: "/home/alice/.ssh/authorized_keys:1",
    },
    {
      username: "alice",
      fingerprint: caPrint,
      principals: "",
      source: "/home/alice/.ssh/authorized_keys:2",
    },
  ]);
});

test("files that others may write are ignored, unless StrictModes is off", async () => {
  const given = {
    files: {
      ...caFile,
      "etc/ssh/principals/alice": "admins",
      "home/bob/.ssh/authorized_keys": `cert-authority ${own}`,
    },
    modes: { "/etc/ssh/principals": 0o777, "/home/bob/.ssh": 0o777 },
  };
  const config =
    "TrustedUserCAKeys /etc/ssh/ca.pub\nAuthorizedPrincipalsFile /etc/ssh/principals/%u\n";
  expect((await collectOf(sshAuthorities, sshHost({ ...given, config }))).rows).toEqual([]);
  const lax = sshHost({ ...given, config: `${config}StrictModes no` });
  expect(pick((await collectOf(sshAuthorities, lax)).rows, "username", "fingerprint")).toEqual([
    { username: "alice", fingerprint: caPrint },
    { username: "bob", fingerprint: ownPrint },
  ]);
});

test("files that can't be read are gaps, hosts without sshd have no table", async () => {
  const host = sshHost({ config: "TrustedUserCAKeys /etc/ssh/ca.pub", files: caFile });
  const { rows, gaps } = await collectOf(sshAuthorities, denyingHost(host, "/etc/ssh/ca.pub"));
  expect(rows).toEqual([]);
  expect(gaps).toMatchObject([{ reason: "denied" }]);
  const denied = denyingHost(host, "/etc/ssh/sshd_config");
  await expect(collectOf(sshAuthorities, denied)).rejects.toMatchObject({ reason: "denied" });
});

test("options keep commas, blanks and escaped quotes of their values", () => {
  expect(parseKeyOptions('from="a,b",NO-PTY,command="say \\"hi, x=\\"",restrict')).toEqual([
    { name: "from", value: "a,b" },
    { name: "no-pty", value: undefined },
    { name: "command", value: 'say "hi, x="' },
    { name: "restrict", value: undefined },
  ]);
});

test("any text is read without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseKeyOptions(text);
      for (const { principals } of parsePrincipals(text)) expect(principals).not.toBe("");
    }),
  );
});
