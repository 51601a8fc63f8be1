/** The schema of graphile-worker's tables. */
export const jobSchema = "inquest_jobs";

/**
 * A job that fails is retried for as long as its record is due: no other part of the program tries
 * it again.
 */
export const maxAttempts = 1_000;

/** graphile-worker notifies new jobs on this channel. */
export const jobsChannel = "jobs:insert";
