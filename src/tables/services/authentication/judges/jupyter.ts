import { optionOf, type ServiceProcess } from "../model/service-process.ts";
import { programOf, type ServiceJudge } from "../model/types.ts";

const classes = ["ServerApp", "NotebookApp", "IdentityProvider", "PasswordIdentityProvider"];

export const jupyter: ServiceJudge = {
  service: "Jupyter",
  isService: ({ argv }) =>
    argv
      .slice(0, 3)
      .some((word) => /^jupyter-(?:lab|notebook|server)(?:\.py)?$/.test(programOf(word))) ||
    (programOf(argv[0]).startsWith("python") &&
      /^(?:notebook|jupyterlab|jupyter_server)$/.test(argv[2] ?? "")),
  judge(process) {
    const hasPassword = classes.some((name) =>
      optionOf(process.argv, `${name}.password`, `${name}.hashed_password`),
    );
    if (hasPassword) return [{ open: 0, reason: "it has a password" }];
    const tokens = classes
      .map((name) => optionOf(process.argv, `${name}.token`))
      .filter((token) => token !== undefined);
    if (tokens.some((token) => !unquoted(token)))
      return [{ open: 1, reason: "its token is empty" }];
    return tokens.length > 0 ? [{ open: 0, reason: "it has a token" }] : [configured(process)];
  },
};

const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/, "$2");

/** Without any setting a token is made at each start. */
function configured(process: ServiceProcess) {
  const home = process.environment("HOME") ?? "/root";
  const files = [`${home}/.jupyter`, "/etc/jupyter", "/usr/local/etc/jupyter"].flatMap((folder) =>
    process.glob(`${folder}/jupyter_*_config.py`),
  );
  const set = (source: string, setting: string) =>
    new RegExp(`^\\s*c\\.(?:${classes.join("|")})\\.${setting}\\s*=\\s*u?(["'])(.*?)\\1`, "m").exec(
      process.text(source) ?? "",
    )?.[2];
  const source = files.find((file) => set(file, "token") === "");
  const hasPassword = files.some((file) => set(file, "(?:hashed_)?password"));
  if (!source || hasPassword) return { open: 0, reason: "it has a password or a token" } as const;
  return { open: 1, reason: "its token is empty", source } as const;
}
