/**
 * Returns `values`, or a copy half as large again with room for `index` whose new elements are
 * `filler`.
 */
export function growArray<Numbers extends Int32Array | Uint16Array | Uint8Array>(
  values: Numbers,
  index: number,
  filler = 0,
): Numbers {
  if (index < values.length) return values;
  const length = Math.max(index + 1, 64, Math.ceil(values.length * 1.5));
  const Numbers = values.constructor as new (length: number) => Numbers;
  const larger = new Numbers(length);
  larger.set(values);
  if (filler !== 0) larger.fill(filler, values.length);
  return larger;
}
