import { optionOf } from "../model/service-process.ts";
import type { ServiceJudge } from "../model/types.ts";

/** Options by which x11vnc asks for something. */
const proofs = [
  "passwd",
  "passwdfile",
  "rfbauth",
  "usepw",
  "unixpw",
  "unixpw_nis",
  "unixpw_cmd",
  "sslverify",
  "vencrypt",
  "anontls",
  "accept",
  "allow",
  "reflect",
];

export const x11vnc: ServiceJudge = {
  service: "VNC",
  isService: ({ name }) => name === "x11vnc",
  judge(process) {
    const home = process.environment("HOME") ?? "/root";
    const source = `${home}/.x11vncrc`;
    const file = process.argv.includes("-norc") ? "" : (process.text(source) ?? "");
    const options = [...process.argv.slice(1), ...file.split(/\s+/)].map((word) =>
      word.replace(/^-+/, ""),
    );
    const given = options.find((option) => proofs.includes(option));
    return given
      ? [{ open: 0, reason: `-${given} is given` }]
      : [{ open: 1, reason: "neither -rfbauth nor another password" }];
  },
};

/** TigerVNC and those that share its options. */
export const xvnc: ServiceJudge = {
  service: "VNC",
  isService: ({ name }) => ["Xvnc", "Xtigervnc", "x0vncserver", "x0tigervncserve"].includes(name),
  judge({ argv }) {
    const types = optionOf(argv, "SecurityTypes", "securitytypes");
    return types?.split(",").some((type) => /^(?:None|TLSNone|X509None)$/i.test(type))
      ? [{ open: 1, reason: "a security type is None" }]
      : [{ open: 0, reason: "its security types ask for a password" }];
  },
};
