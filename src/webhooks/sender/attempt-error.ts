/** Why an attempt got no response, in words for the delivery log. */
export class AttemptError extends Error {}
