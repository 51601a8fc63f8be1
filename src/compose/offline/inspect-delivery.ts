// Webhook verification for the command line, without a server.
export { inspectDelivery } from "../../webhooks/signing/inspect-delivery.ts";
export { isSecret } from "../../webhooks/signing/is-secret.ts";
export { defaultToleranceSeconds } from "../../webhooks/verify.ts";
