/** A function whose calls wait until fewer than `limit` of them are under way. */
export function atMost<Args extends unknown[], Result>(
  limit: number,
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (...args) => {
    // A call that ends hands its place on, so that a newcomer can't take it in between.
    if (underWay >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay++;
    try {
      return await call(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
