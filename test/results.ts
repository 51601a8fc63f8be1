/** In CI the results go to a file as well, whose counts .ci/run adds up. */
export const resultsIn = (file: string) =>
  process.env.CI
    ? ["default", ["json", { outputFile: `dist-tests/${file}` }] as [string, object]]
    : ["default"];
