import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const demo = "data/estate";

/**
 * A folder with the demo's hosts once for each site, until there are so many: what they reported, with
 * names, addresses and keys of the site's own.
 */
export function makeSites(folder: string, hosts: number): void {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(demo).filter((file) => file.endsWith(".json"));
  const names = files.map((file) => basename(file, ".json"));
  const texts = files.map((file) => readFileSync(join(demo, file), "utf8"));
  for (let index = 0; index < hosts; index++) {
    const site = Math.floor(index / files.length);
    const text = texts[index % files.length]!;
    const name = names[index % files.length]!;
    writeFileSync(join(folder, `${nameAt(name, site)}.json`), atSite(text, { names, site }));
  }
}

export const nameAt = (name: string, site: number): string => `${name}-s${site}`;

function atSite(text: string, { names, site }: { names: string[]; site: number }): string {
  const named = new RegExp(`(?<![\\w.-])(${names.join("|")})(?![\\w-])`, "g");
  return text
    .replaceAll(named, (name) => nameAt(name, site))
    .replaceAll("10.20.", `10.${21 + site}.`)
    .replaceAll("SHA256:", `SHA256:s${site}-`);
}
