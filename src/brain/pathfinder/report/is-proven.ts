import { stateCosts } from "../traversal/traversal.ts";

/**
 * Whether a path of this cost has only proven steps: an unproven one costs more than all of them
 * together.
 */
export const isProven = ({ cost }: { cost: number }): boolean => cost < stateCosts.inferred;
