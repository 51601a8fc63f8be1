// Checks the source against the import table of ARCHITECTURE.md (which folder may import which, and
// which library belongs to which folder), and that no two folders import each other and none is
// crowded. `--root DIR` checks another tree, as its test does.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const everySlice = [
  "core",
  "contract",
  "store",
  "brain",
  "agent",
  "plan",
  "tables",
  "engine",
  "webhooks",
  "curiosity",
  "server",
  "client",
  "compose",
];

/** Slice (longest matching folder below src, or "commands") to the slices it may import besides itself. */
const allowed = {
  core: [],
  contract: ["core"],
  "store/records": ["core", "contract"],
  "store/port": ["core", "contract", "store/records"],
  "store/lowdb": ["core", "contract", "store/port", "store/records"],
  "store/postgres": ["core", "contract", "store/port", "store/records"],
  brain: ["core", "contract", "store/port", "store/records"],
  webhooks: ["core", "contract", "store/port", "store/records"],
  curiosity: ["core", "contract", "store/port", "store/records"],
  client: ["core", "contract"],
  ui: ["core", "contract"],
  mcp: ["core", "contract", "client", "ui/plain", "ui/text", "ui/views"],
  plan: ["core", "contract"],
  tables: ["core", "contract"],
  engine: ["core", "contract", "tables"],
  agent: ["core", "contract", "client", "plan", "engine", "tables"],
  server: [
    "core",
    "contract",
    "store/port",
    "store/records",
    "brain",
    "webhooks",
    "curiosity",
    "plan",
  ],
  compose: everySlice,
  cli: ["core", "contract", "compose", "client", "ui", "mcp"],
  commands: ["cli", "ui/views"],
};

/** Library to the only slices that may import it. */
const libraries = {
  "@virustotal/": ["tables"],
  fastify: ["server"],
  "@fastify/": ["server"],
  "prom-client": ["server"],
  "@modelcontextprotocol/sdk": ["mcp"],
  ink: ["ui/ink"],
  react: ["ui/ink"],
  "fast-string-width": ["ui/text"],
  "eventsource-parser": ["client"],
  pg: ["store/postgres"],
  "graphile-worker": ["store/postgres"],
  lowdb: ["store/lowdb"],
  "@oclif/core": ["cli", "commands"],
  "@inquirer/prompts": ["cli"],
  // Tables run the tools that know what no file says; a service is started by its platform's own tool.
  execa: ["tables/host", "agent/service"],
  "p-limit": ["core"],
  "@sqlite.org/sqlite-wasm": ["engine"],
};

const slices = [
  ...Object.keys(allowed),
  "tables/host",
  "agent/service",
  "ui/ink",
  "ui/plain",
  "ui/text",
  "ui/views",
];

/** The most specific slice a file belongs to: `src/store/lowdb/x.ts` is "store/lowdb". */
function sliceOf(file) {
  const inside = file.startsWith("commands/") ? file : file.replace(/^src\//, "");
  return slices
    .filter((slice) => inside === `${slice}.ts` || inside.startsWith(`${slice}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const within = (slice, parent) => slice === parent || slice.startsWith(`${parent}/`);

/** The slice whose row of the table governs `slice`: agent/service follows agent. */
const governing = (slice) =>
  Object.keys(allowed).find((row) => row === slice) ??
  Object.keys(allowed).find((row) => within(slice, row));

function importsOf(text) {
  const pattern =
    /(?:^|[\s;}])(?:import|export)\s[^"';]*?from\s*"([^"]+)"|(?:^|[\s;])import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3]);
}

function sourceFiles(root) {
  return ["src", "commands"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) =>
        join(folder, String(file)),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, imports: importsOf(readFileSync(join(root, file), "utf8")) }));
}

/** Files that break the import table. */
function tableViolations(files) {
  const found = [];
  for (const { file, imports } of files) {
    const from = sliceOf(file);
    if (!from) {
      found.push(`${file}: belongs to no folder of the import table`);
      continue;
    }
    for (const specifier of imports) {
      if (specifier.startsWith(".")) {
        const target = resolveImport(file, specifier);
        const to = sliceOf(target);
        const own = governing(from);
        const isAllowed =
          to && (within(to, own) || allowed[own].some((slice) => within(to, slice)));
        if (!isAllowed) found.push(`${file}: ${own} may not import ${target}`);
      } else {
        const library = Object.keys(libraries).find(
          (name) =>
            specifier === name || specifier.startsWith(name.endsWith("/") ? name : `${name}/`),
        );
        if (library && !libraries[library].some((slice) => within(from, slice))) {
          found.push(`${file}: ${specifier} belongs to ${libraries[library].join(", ")}`);
        }
      }
    }
  }
  return found;
}

const resolveImport = (file, specifier) => relative(".", normalize(join(dirname(file), specifier)));

/** Pairs of folders that import each other, types included: neither can be read without the other. */
function mutualFolders(files) {
  const arrows = new Map();
  for (const { file, imports } of files) {
    for (const specifier of imports.filter((name) => name.startsWith("."))) {
      const target = resolveImport(file, specifier);
      const arrow = `${dirname(file)} ${dirname(target)}`;
      if (dirname(file) !== dirname(target)) arrows.set(arrow, `${file} imports ${target}`);
    }
  }
  return [...arrows].flatMap(([arrow, there]) => {
    const [from, to] = arrow.split(" ");
    const back = arrows.get(`${to} ${from}`);
    return back && from < to ? [`${from} and ${to} import each other: ${there}; ${back}`] : [];
  });
}

const maxFilesPerFolder = 25;

/** Folders that hold more than one subject can. */
function crowdedFolders(files) {
  const counts = new Map();
  for (const { file } of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > maxFilesPerFolder)
    .map(([folder, count]) => `${folder}: ${count} files; at most ${maxFilesPerFolder}`);
}

const rootFlag = process.argv.indexOf("--root");
const files = sourceFiles(rootFlag < 0 ? "." : process.argv[rootFlag + 1]);
const found = [...tableViolations(files), ...mutualFolders(files), ...crowdedFolders(files)];
for (const line of found) console.error(line);
console.error(found.length ? `import check: ${found.length} violations` : "import check: none");
process.exitCode = found.length ? 1 : 0;
