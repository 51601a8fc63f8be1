/** Exit codes of every command, as in the command-line reference. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  failOnMet: 3,
  notFound: 4,
  notAuthorised: 5,
  unreachable: 6,
  timedOut: 124,
  interrupted: 130,
} as const;
