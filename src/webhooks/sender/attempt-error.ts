/** Why an attempt got no answer, in a sentence that may be shown as it is. */
export class AttemptError extends Error {}
