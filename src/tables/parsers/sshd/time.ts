const unitSeconds: Record<string, number> = {
  "": 1,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

/** sshd_config(5), "TIME FORMATS": numbers with units, added up: 1h30m. undefined for anything else. */
export function parseSeconds(text: string): number | undefined {
  if (!/^(\d+[smhdw]?)+$/i.test(text)) return undefined;
  return [...text.matchAll(/(\d+)([smhdw]?)/gi)]
    .map(([, count, unit]) => Number(count) * unitSeconds[unit!.toLowerCase()]!)
    .reduce((total, seconds) => total + seconds, 0);
}
