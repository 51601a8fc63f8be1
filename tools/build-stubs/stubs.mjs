/** oclif loads these at every start, and no command of ours uses them. */
export const stubs = {
  debug: "./tools/build-stubs/debug.cjs",
  tinyglobby: "./tools/build-stubs/tinyglobby.cjs",
  "wsl-utils": "./tools/build-stubs/wsl-utils.cjs",
};
