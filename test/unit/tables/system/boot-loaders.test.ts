import { expect, test } from "vitest";
import { bootLoaders } from "../../../../src/tables/system/boot-loaders.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const pbkdf2 = "grub.pbkdf2.sha512.10000.ABC";
const protectedBy = async (files: Record<string, string>) => {
  const rows = await collectRows(bootLoaders, hostTree({ files }));
  return rows.map((row) => row.protected);
};
const grub = (text: string) => protectedBy({ "/boot/grub/grub.cfg": text });

test("GRUB asks for a password once its variable superusers is set", async () => {
  const entry = "menuentry 'Debian' {\n linux /vmlinuz\n}\n";
  expect(await grub(entry)).toEqual([0]);
  const password = `password_pbkdf2 root ${pbkdf2}\n`;
  expect(await grub(`set superusers="root"\n${password}${entry}`)).toEqual([1]);
  expect(await grub(`superusers='admin boot'; password boot secret; ${entry}`)).toEqual([1]);
  // Nobody can answer, so nobody can edit.
  expect(await grub(`set superusers="root"\n${entry}`)).toEqual([1]);
  expect(await grub(`set superusers="root"\nset superusers=""\n`)).toEqual([1]);
  expect(await grub(`${password}${entry}`)).toEqual([0]);
  expect(await grub(`set superusers="root"\n${password}unset superusers\n`)).toEqual([0]);
  expect(await grub(`# set superusers="root"\n# password root x\n`)).toEqual([0]);
});

test("what doesn't run before the menu is shown doesn't count", async () => {
  const set = 'set superusers="root"';
  expect(await grub(`function lock {\n${set}\n}\n`)).toEqual([0]);
  expect(await grub(`menuentry x {\n${set}\n}\n`)).toEqual([0]);
  expect(await grub(`if [ -f $prefix/lock ]; then\n${set}\nfi\n`)).toEqual([0]);
  expect(await grub(`if [ ! -f $prefix/lock ]; then ${set}; fi\n`)).toEqual([1]);
  expect(await grub(`if keystatus --shift; then\n${set}\nfi\n`)).toEqual([0]);
  expect(await grub(`a=b\nif [ "$a" = "b" ]; then ${set}; else unset superusers; fi\n`)).toEqual([
    1,
  ]);
  expect(await grub(`a=b\nif [ $a = c ]; then true; elif [ $a != c ]; then ${set}; fi\n`)).toEqual([
    1,
  ]);
});

test("a submenu that anyone may enter needs the variable to be exported", async () => {
  const submenu = "submenu 'Advanced' --unrestricted {\n menuentry x {\n }\n}\n";
  const set = "set superusers=root\n";
  expect(await grub(set + submenu)).toEqual([0]);
  expect(await grub(`${set}export superusers\n${submenu}`)).toEqual([1]);
  expect(await grub(set + submenu.replace("--unrestricted ", ""))).toEqual([1]);
});

test("files that the configuration reads count", async () => {
  const text = `if [ -f \${prefix}/user.cfg ]; then
  source \${prefix}/user.cfg
  if [ -n "\${GRUB2_PASSWORD}" ]; then
    set superusers="root"
    export superusers
    password_pbkdf2 root \${GRUB2_PASSWORD}
  fi
fi
`;
  const config = { "/boot/grub2/grub.cfg": text };
  expect(await protectedBy(config)).toEqual([0]);
  const user = { "/boot/grub2/user.cfg": `GRUB2_PASSWORD=${pbkdf2}\n` };
  expect(await protectedBy({ ...config, ...user })).toEqual([1]);
  const custom = { "/boot/grub/custom.cfg": "set superusers=root\n" };
  const reads = { "/boot/grub/grub.cfg": "source $config_directory/custom.cfg\n" };
  expect(await protectedBy({ ...reads, ...custom })).toEqual([1]);
});

test("systemd-boot's editor is on unless it is turned off", async () => {
  const boot = (text: string) => protectedBy({ "/boot/efi/loader/loader.conf": text });
  expect(await boot("timeout 3\n")).toEqual([0]);
  expect(await boot("editor no\n")).toEqual([1]);
  expect(await boot("#editor no\neditor yes\n")).toEqual([0]);
});

test("a host without a boot loader has no rows, a closed file is a gap", async () => {
  expect(await collectOf(bootLoaders, hostTree({ files: {} }))).toEqual({ rows: [], gaps: [] });
  const closed = closePaths(hostTree({ files: { "/boot/grub/grub.cfg": "" } }), /grub\.cfg$/);
  expect((await collectOf(bootLoaders, closed)).gaps).toMatchObject([{ reason: "denied" }]);
});
