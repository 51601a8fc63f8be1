/** Weights of subjects by feature: one sparse row a feature. */
export interface SubjectWeights {
  /** Subjects by number: `t:<kind>`, `d:<topic>`, `path`, `posture`, `slow`, `r:<refusal class>`. */
  ids: string[];
  /** The row of a feature; -1 for a feature that says nothing. */
  rowOf(feature: number): number;
  /** The features of the rows, in ascending order. */
  features: Uint32Array;
  /** Where each row begins; it ends where the next one begins. */
  starts: Uint32Array;
  /** Subjects of the rows, and what the feature says for or against them. */
  subjects: Uint8Array;
  values: Int8Array;
  /** What one unit of `values` is worth. */
  scale: number;
}

/** Finds the rows of features by an open hash table. */
export function rowFinder(features: Uint32Array): SubjectWeights["rowOf"] {
  const size = 2 ** Math.ceil(Math.log2(features.length * 1.6 + 2));
  const mask = size - 1;
  const rows = new Int32Array(size).fill(-1);
  features.forEach((feature, row) => {
    let place = feature & mask;
    while (rows[place] !== -1) place = (place + 1) & mask;
    rows[place] = row;
  });
  return (feature) => {
    for (let place = feature & mask; ; place = (place + 1) & mask) {
      const row = rows[place] as number;
      if (row === -1 || features[row] === feature) return row;
    }
  };
}
