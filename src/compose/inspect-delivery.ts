// What the command line needs of the webhooks, without a server.
export { inspectDelivery } from "../webhooks/inspect-delivery.ts";
export { isSecret } from "../webhooks/is-secret.ts";
export { defaultToleranceSeconds } from "../webhooks/verify.ts";
