// @ts-nocheck
export * from "./score.mjs";
