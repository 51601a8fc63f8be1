// Stands in for `wsl-utils`, with which oclif finds out at every start whether Linux runs inside Windows.
exports.isWsl = false;
