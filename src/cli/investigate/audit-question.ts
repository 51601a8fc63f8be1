/** The question that `audit` asks: about the security of all hosts in scope as a whole. */
export const auditQuestion = "Security audit";
