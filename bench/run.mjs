// Bundles every bench/*.bench.ts and runs each in its own process, one after the other, so that
// none warms up or fills the memory of the next. Prints all rows as one table.
// `npm run bench -- store trigger` runs only those.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const benchDir = fileURLToPath(new URL(".", import.meta.url));
const available = readdirSync(benchDir)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => basename(file, ".bench.ts"))
  .sort();

function chosen(wanted) {
  const unknown = wanted.filter((name) => !available.includes(name));
  if (unknown.length > 0) {
    console.error(`No such benchmark: ${unknown.join(", ")}. There are: ${available.join(", ")}.`);
    process.exit(2);
  }
  return wanted.length > 0 ? wanted : available;
}

/** Runs one bundle's `run()`. It returns its rows in a file, because it may print to stdout. */
function rowsOf(name, folder) {
  const rows = join(folder, `${name}.json`);
  const script = `
    import { writeFileSync } from "node:fs";
    const { run } = await import(${JSON.stringify(`file://${join(folder, `${name}.bench.js`)}`)});
    writeFileSync(${JSON.stringify(rows)}, JSON.stringify(await run()));
    process.exit(0);`;
  const { status, signal } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", script],
    { stdio: ["ignore", "inherit", "inherit"], cwd: join(benchDir, "..") },
  );
  if (status === 0) return JSON.parse(readFileSync(rows, "utf8"));
  const reason = signal ? `ended by ${signal}` : `exit code ${status}`;
  return [{ what: `${name}.bench.ts`, measured: `failed (${reason})`, bar: "to run", met: false }];
}

function printTable(rows) {
  const header = ["what", "measured", "peer", "bar", "met"];
  const lines = rows.map((row) => [
    row.what,
    row.measured,
    row.peer ?? "",
    row.bar ?? "",
    row.met === undefined ? "" : row.met ? "yes" : "NO",
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column].length)),
  );
  const print = (line) =>
    console.log(`| ${line.map((cell, at) => cell.padEnd(widths[at])).join(" | ")} |`);
  print(header);
  print(widths.map((width) => "-".repeat(width)));
  for (const line of lines) print(line);
}

/** Installs the peers of bench/package.json; without them no row is complete, so it ends here. */
function installPeers() {
  const npm = spawnSync("npm", ["ci", "--prefix", benchDir, "--no-audit", "--no-fund"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (npm.status === 0) return;
  console.error(npm.stderr?.trim() || npm.error?.message);
  console.error(
    "The peers of bench/package.json could not be installed, so nothing was measured.\n" +
      "Check that the npm registry can be reached, then run npm run bench again.",
  );
  process.exit(1);
}

const names = chosen(process.argv.slice(2));
installPeers();
// Inside bench/, so that the bundles find the peers installed here and the program's own packages.
const folder = mkdtempSync(join(benchDir, "bundle-"));
try {
  await build({
    entryPoints: names.map((name) => join(benchDir, `${name}.bench.ts`)),
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const rows = names.flatMap((name) => rowsOf(name, folder));
  printTable(rows);
  process.exitCode = rows.every((row) => row.met !== false) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
