import { stateCosts } from "../traversal/traversal.ts";

/** Whether the cheapest way there has only proven steps: any other costs more than all of them. */
export const isProven = ({ cost }: { cost: number }): boolean => cost < stateCosts.inferred;
