// Stands in for `tinyglobby`, with which oclif finds commands when there is no oclif.manifest.json.
exports.glob = async () => {
  throw new Error("oclif.manifest.json is missing. Build inquest again: npm run build");
};
