import type { Opening } from "../site.ts";
import type { Login } from "./login.ts";

export const lineCuts = ["from-elsewhere", "from-all-but", "from-name", "command", "expired-line"];

interface Line extends Pick<Opening, "admits"> {
  options: string;
}

/** The options of an authorized_keys line: harmless ones, or the one that blocks. */
export function lineOf({ site, from, cut }: Login): Line {
  const { address, subnet } = site.random.pick(from.machine.addresses);
  const own = from.machine.addresses.map((each) => each.address);
  const nobody = () => false;
  const byCut: Record<string, Line> = {
    "from-elsewhere": { options: 'from="192.0.2.7,10.99.0.0/16"', admits: nobody },
    "from-all-but": {
      options: `from="*,${own.map((each) => `!${each}`).join(",")}"`,
      admits: (each) => !own.includes(each),
    },
    "from-name": { options: `no-pty,from="${from.machine.hostname}"`, admits: nobody },
    command: { options: 'restrict,command="/usr/bin/rrsync -ro /srv"', admits: nobody },
    "expired-line": { options: 'expiry-time="20200101"', admits: nobody },
  };
  const anybody = () => true;
  const harmless: Line[] = [
    { options: "", admits: anybody },
    { options: "", admits: anybody },
    { options: "no-agent-forwarding,no-X11-forwarding", admits: anybody },
    { options: "restrict,pty", admits: anybody },
    { options: 'expiry-time="20991231"', admits: anybody },
    { options: 'environment="A=from=,command"', admits: anybody },
    { options: `from="${address}"`, admits: (each) => each === address },
    {
      options: `from="192.0.2.0/24,${subnet}.0/24",no-pty`,
      admits: (each) => each.startsWith(`${subnet}.`),
    },
    { options: `from="!192.0.2.1,${subnet}.*"`, admits: (each) => each.startsWith(`${subnet}.`) },
  ];
  return byCut[cut ?? ""] ?? site.random.pick(harmless);
}
