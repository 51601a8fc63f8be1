/**
 * The last day of Microsoft's free security support, from its product lifecycle pages. A release of
 * Windows 10 and 11 has a longer one for Enterprise and Education.
 */
interface End {
  /** "YYYY-MM-DD" for Home and Pro, or for all editions. */
  all: string;
  enterprise?: string;
}

/** By product and release as in "Windows 10" and "22H2". */
const clients: Record<string, Record<string, End>> = {
  "Windows 10": {
    "1507": { all: "2017-05-09" },
    "1511": { all: "2017-10-10" },
    "1607": { all: "2018-04-10", enterprise: "2019-04-09" },
    "1703": { all: "2018-10-09", enterprise: "2019-10-08" },
    "1709": { all: "2019-04-09", enterprise: "2020-10-13" },
    "1803": { all: "2019-11-12", enterprise: "2021-05-11" },
    "1809": { all: "2020-11-10", enterprise: "2021-05-11" },
    "1903": { all: "2020-12-08" },
    "1909": { all: "2021-05-11", enterprise: "2022-05-10" },
    "2004": { all: "2021-12-14" },
    "20H2": { all: "2022-05-10", enterprise: "2023-05-09" },
    "21H1": { all: "2022-12-13" },
    "21H2": { all: "2023-06-13", enterprise: "2024-06-11" },
    "22H2": { all: "2025-10-14" },
  },
  "Windows 11": {
    "21H2": { all: "2023-10-10", enterprise: "2024-10-08" },
    "22H2": { all: "2024-10-08", enterprise: "2025-10-14" },
    "23H2": { all: "2025-11-11", enterprise: "2026-11-10" },
    "24H2": { all: "2026-10-13", enterprise: "2027-10-12" },
    "25H2": { all: "2027-10-12", enterprise: "2028-10-10" },
  },
};

/** Of the long-term editions, by release; those for devices (IoT) may have longer support. */
const longTerm: Record<string, string> = {
  "1809": "2029-01-09",
  "21H2": "2027-01-12",
  "24H2": "2029-10-09",
};

/** The first that the name has in it. */
const others: [RegExp, string][] = [
  [/2016 LTSB/i, "2026-10-13"],
  [/2015 LTSB/i, "2025-10-14"],
  [/Windows 8\.1/i, "2023-01-10"],
  [/Windows 8\b/i, "2016-01-12"],
  [/Windows 7\b/i, "2020-01-14"],
  [/Windows Vista/i, "2017-04-11"],
  [/Windows XP/i, "2014-04-08"],
  [/Server\S* 2003/i, "2015-07-14"],
  [/Server\S* 2008/i, "2020-01-14"],
  [/Server\S* 2012/i, "2023-10-10"],
  [/Server\S* 2016/i, "2027-01-12"],
  [/Server\S* 2019/i, "2029-01-09"],
  [/Server\S* 2022/i, "2031-10-14"],
  [/Server\S* 2025/i, "2034-10-10"],
];

/** Home and Pro, in the languages that translate them; other editions may have longer support. */
const shortEditions = /\b(Home|Pro|Professional|Famille|Professionnel)\b/i;

/** Of a name ("Microsoft Windows 11 Pro") and a release ("24H2"); undefined where not known. */
export function windowsSupportEnd(name: string, release: string): string | undefined {
  const other = others.find(([pattern]) => pattern.test(name));
  if (other) return other[1];
  if (/LTSC/i.test(name)) return /IoT/i.test(name) ? undefined : longTerm[release.toUpperCase()];
  const product = /Windows 1[01]\b/.exec(name)?.[0] ?? "";
  const end = clients[product]?.[release.toUpperCase()];
  return shortEditions.test(name) ? end?.all : (end?.enterprise ?? end?.all);
}
