import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openHost } from "../../../src/tables/host/local.ts";
import type { Host } from "../../../src/tables/host/port.ts";
import { pythonPackages } from "../../../src/tables/packages/python-packages.ts";
import { collectRows } from "../../helpers/collect-table.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

function run(file: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync(file, args, { encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}

/** The distributions of an interpreter's own folders, as Python finds them. */
const listing = `
import sys, os, importlib.metadata as m
own = os.path.realpath(sys.prefix) + "/"
for d in m.distributions():
    if os.path.realpath(str(d._path)).startswith(own): print(d.metadata["Name"], d.version)`;

const askPython = (python: string) =>
  (run(python, "-I", "-c", listing) ?? "").split("\n").filter(Boolean).sort();

async function askTable(host: Host, prefix: string): Promise<string[]> {
  const rows = await collectRows(pythonPackages, host);
  const own = rows.filter((row) => String(row.path).startsWith(`${prefix}/`));
  return own.map((row) => `${row.name} ${row.version}`).sort();
}

const hasVenv = run("python3", "-c", "import venv, importlib.metadata") !== undefined;
if (!hasVenv) console.warn("Skipped: the comparison of Python packages needs python3 with venv.");

const layouts = [
  "home/ada/.local/share/pipx/venvs/black",
  "home/ada/.local/share/uv/tools/ruff",
  "home/ada/.pyenv/versions/3.11.7/envs/shop",
  "home/ada/miniconda3/envs/ml",
  "home/ada/.virtualenvs/shop",
  "home/ada/src/shop/.venv",
  "opt/shop/venv",
  "srv/shop/current/venv",
];

test.skipIf(!hasVenv).each(layouts)(
  "an environment in /%s has the packages that its Python lists",
  async (layout) => {
    const root = temporaryFolder();
    mkdirSync(join(root, "etc"));
    writeFileSync(join(root, "etc/passwd"), "ada:x:1000:1000::/home/ada:/bin/sh\n");
    const prefix = join(root, layout);
    expect(run("python3", "-m", "venv", "--without-pip", prefix)).toBeDefined();
    const python = join(prefix, "bin/python");
    const site = run(python, "-c", "import site; print(site.getsitepackages()[0])")!.trim();
    for (const [path, name] of [
      ["flask-3.0.dist-info/METADATA", "Flask"],
      ["old-1.egg-info/PKG-INFO", "old"],
      ["single.egg-info", "single"],
    ] as const) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), `Metadata-Version: 2.1\nName: ${name}\nVersion: 3.0\n`);
    }
    const listed = askPython(python);
    expect(listed).toEqual(["Flask 3.0", "old 3.0", "single 3.0"]);
    const host = openHost({ root, platform: "linux", recorded: {} });
    expect(await askTable(host, `/${layout}`)).toEqual(listed);
  },
);

const versions = (run("pyenv", "versions", "--bare") ?? "").split("\n").filter(Boolean);
if (versions.length === 0) console.warn("Skipped: the comparison with pyenv needs pyenv.");

test.skipIf(versions.length === 0)(
  "pyenv's interpreters have the packages that they list",
  async () => {
    let compared = 0;
    for (const version of versions) {
      const prefix = run("pyenv", "prefix", version)!.trim();
      const listed = askPython(join(prefix, "bin/python"));
      if (listed.length === 0) continue; // importlib.metadata came with Python 3.8
      expect(await askTable(openHost(), prefix), version).toEqual(listed);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(0);
  },
);
