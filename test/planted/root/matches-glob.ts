/** Whether a path is the glob's: `*` stands for any characters, slashes too. */
export function matchesGlob(path: string, glob: string): boolean {
  const parts = glob.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(path);
}
