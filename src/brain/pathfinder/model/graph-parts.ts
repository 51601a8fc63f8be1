/**
 * The parts of a graph that a name in `avoid` or `via` selects: nodes, single edges, and all edges
 * of a rule.
 */
export interface GraphParts {
  nodes: Set<number>;
  edges: Set<number>;
  rules: Set<number>;
}
