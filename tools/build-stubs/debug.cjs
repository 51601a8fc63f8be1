// Stands in for `debug`, which oclif loads at every start for its own log. inquest has DEBUG=inquest.
module.exports = () => () => {};
