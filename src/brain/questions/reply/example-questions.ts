/** Questions that are read with certainty, for someone whose own was not. */
export const exampleQuestions = [
  "which services listen on every interface?",
  "which accounts can use sudo without a password?",
  "how full are the disks?",
  "who logged in during the last 7 days?",
];
