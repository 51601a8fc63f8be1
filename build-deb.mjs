// Builds a Debian package of the single executable, with units of systemd, completion and manual pages.
//   node build-deb.mjs [--executable FILE] [FOLDER]
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const { values, positionals } = parseArgs({
  options: { executable: { type: "string", default: "dist-sea/inquest" } },
  allowPositionals: true,
});
const folder = positionals[0] ?? "dist-deb";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { SOURCE_DATE_EPOCH, DEBFULLNAME, DEBEMAIL } = process.env;
const maintainer = `${DEBFULLNAME ?? "inquest"} <${DEBEMAIL ?? "packages@inquest.example.com"}>`;
const date = SOURCE_DATE_EPOCH ? new Date(SOURCE_DATE_EPOCH * 1000) : new Date();

/** Debian's names of architectures, by the machine in the header of an ELF file. */
const architectures = { 62: "amd64", 183: "arm64" };
const architecture = architectures[readFileSync(values.executable).readUInt16LE(18)];
if (!architecture) throw new Error(`${values.executable} is for neither amd64 nor arm64.`);

const debian = (name) => readFileSync(join("tools/debian", name), "utf8");
const inquest = (...args) =>
  execFileSync(process.execPath, ["bin/run.js", ...args], { encoding: "utf8" });
const gzipped = (text) => gzipSync(text, { level: 9 });

/** The unit that `agents install` writes, with the program where the package has it. */
function agentUnit() {
  const config = "/etc/inquest/agent.json";
  const unit = inquest("agents", "install", "--config", config, "--print", "--platform", "linux");
  return unit
    .replace(/^(#.*\n)+\n/, "")
    .replace(/^ExecStart=.*$/m, `ExecStart=/usr/bin/inquest agents run --config ${config}`)
    .replace(/^(Description=.*)$/m, "$1\nDocumentation=man:inquest(1)");
}

const changelog = `inquest (${version}) unstable; urgency=medium

  * Version ${version}.

 -- ${maintainer}  ${date.toUTCString().replace("GMT", "+0000")}
`;

const zsh = inquest("autocomplete", "zsh");
const files = {
  "lib/systemd/system/inquest.service": debian("inquest.service"),
  "lib/systemd/system/inquest-agent.service": agentUnit(),
  "etc/default/inquest": debian("inquest.default"),
  "usr/share/bash-completion/completions/inquest": inquest("autocomplete", "bash"),
  "usr/share/zsh/vendor-completions/_inquest": zsh,
  "usr/share/fish/vendor_completions.d/inquest.fish": inquest("autocomplete", "fish"),
  "usr/share/man/man1/inquest.1.gz": gzipped(readFileSync("dist/man/inquest.1")),
  "usr/share/doc/inquest/copyright": debian("copyright"),
  "usr/share/doc/inquest/changelog.gz": gzipped(changelog),
  "usr/share/lintian/overrides/inquest": debian("lintian-overrides"),
};
const links = {
  "usr/bin/investigate": "inquest",
  "usr/share/man/man1/investigate.1.gz": "inquest.1.gz",
  "usr/share/bash-completion/completions/investigate": "inquest",
};
const scripts = ["postinst", "prerm", "postrm"];

const control = (installedKb) => `Package: inquest
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${installedKb}
Depends: adduser, init-system-helpers (>= 1.54~), libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6 (>= 6)
Section: admin
Priority: optional
Description: answers plain-English questions about a fleet of machines
 The command line, the server and the endpoint agent of inquest in one
 executable. Hosts answer with evidence and a confidence, and what could not be
 read is reported as such. It works offline and needs no language model.
 .
 Neither the server nor the agent is started by the installation.
`;

const tree = mkdtempSync(join(tmpdir(), "inquest-deb-"));
try {
  const put = (path, content, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
    chmodSync(join(tree, path), mode);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  put("usr/bin/inquest", "", 0o755);
  copyFileSync(values.executable, join(tree, "usr/bin/inquest"));
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(tree, path));
  const [size] = execFileSync("du", ["-sk", tree], { encoding: "utf8" }).split("\t");
  put("DEBIAN/control", control(size));
  put("DEBIAN/conffiles", "/etc/default/inquest\n");
  for (const name of scripts) put(`DEBIAN/${name}`, debian(name), 0o755);
  execFileSync("chmod", ["-R", "go-w,u+rwX,go+rX", tree]);

  mkdirSync(folder, { recursive: true });
  const target = join(folder, `inquest_${version}_${architecture}.deb`);
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zxz", "--build", tree, target], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  console.error(target);
} finally {
  rmSync(tree, { recursive: true, force: true });
}
