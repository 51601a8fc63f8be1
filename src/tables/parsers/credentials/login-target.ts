/** The host and account a credential gives access to; null where its file doesn't say. */
export interface LoginTarget {
  target_host: string | null;
  target_port: number | null;
  target_user: string | null;
}

export const loginTarget = (target: Partial<LoginTarget>): LoginTarget => ({
  target_host: null,
  target_port: null,
  target_user: null,
  ...target,
});

/** A port from decimal digits. */
export const portOf = (text = ""): number | null => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port < 65_536 ? port : null;
};

/** Host and port of "https://host:8443/path" or "host:5000/path", with the port of the scheme. */
export function hostAndPort(address: string): Partial<LoginTarget> {
  const url = URL.canParse(address) && address.includes("://") ? address : `https://${address}`;
  if (!URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  const usual = { "https:": 443, "http:": 80 }[protocol] ?? null;
  return { target_host: hostname.replace(/^\[|\]$/g, ""), target_port: portOf(port) ?? usual };
}
