import { matchesGlob } from "./match.ts";

const list = (text: string) => text.trim().split(/\s+/);

const signatureKeys = list(`
  ssh-ed25519 ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521
  sk-ssh-ed25519@openssh.com sk-ecdsa-sha2-nistp256@openssh.com rsa-sha2-512 rsa-sha2-256`);

const certificates = list(`
  ssh-ed25519-cert-v01@openssh.com ecdsa-sha2-nistp256-cert-v01@openssh.com
  ecdsa-sha2-nistp384-cert-v01@openssh.com ecdsa-sha2-nistp521-cert-v01@openssh.com
  sk-ssh-ed25519-cert-v01@openssh.com sk-ecdsa-sha2-nistp256-cert-v01@openssh.com
  rsa-sha2-512-cert-v01@openssh.com rsa-sha2-256-cert-v01@openssh.com`);

const legacyKeys = list(`
  webauthn-sk-ecdsa-sha2-nistp256@openssh.com ssh-dss ssh-dss-cert-v01@openssh.com ssh-rsa
  ssh-rsa-cert-v01@openssh.com`);

/** A family of algorithms: sshd's defaults, and the others it supports. */
export interface AlgorithmFamily {
  defaults: string[];
  others: string[];
}

export const keyFamily: AlgorithmFamily = {
  defaults: [...certificates, ...signatureKeys],
  others: legacyKeys,
};

export const caFamily: AlgorithmFamily = {
  defaults: signatureKeys,
  others: [...certificates, ...legacyKeys],
};

export const cipherFamily: AlgorithmFamily = {
  defaults: list(`
    chacha20-poly1305@openssh.com aes128-ctr aes192-ctr aes256-ctr aes128-gcm@openssh.com
    aes256-gcm@openssh.com`),
  others: list("3des-cbc aes128-cbc aes192-cbc aes256-cbc"),
};

export const macFamily: AlgorithmFamily = {
  defaults: list(`
    umac-64-etm@openssh.com umac-128-etm@openssh.com hmac-sha2-256-etm@openssh.com
    hmac-sha2-512-etm@openssh.com hmac-sha1-etm@openssh.com umac-64@openssh.com
    umac-128@openssh.com hmac-sha2-256 hmac-sha2-512 hmac-sha1`),
  others: list(`
    hmac-sha1-96 hmac-md5 hmac-md5-96 hmac-sha1-96-etm@openssh.com hmac-md5-etm@openssh.com
    hmac-md5-96-etm@openssh.com`),
};

export const kexFamily: AlgorithmFamily = {
  defaults: list(`
    sntrup761x25519-sha512 sntrup761x25519-sha512@openssh.com curve25519-sha256
    curve25519-sha256@libssh.org ecdh-sha2-nistp256 ecdh-sha2-nistp384 ecdh-sha2-nistp521
    diffie-hellman-group-exchange-sha256 diffie-hellman-group16-sha512
    diffie-hellman-group18-sha512 diffie-hellman-group14-sha256`),
  others: list(`
    diffie-hellman-group1-sha1 diffie-hellman-group14-sha1 diffie-hellman-group-exchange-sha1`),
};

/** Applies "+" (append), "-" (remove), "^" (put first) or a plain replacement. */
export function assembleAlgorithms(text: string, { defaults, others }: AlgorithmFamily): string {
  const sign = /^[+^-]/.exec(text)?.[0];
  const items = (sign ? text.slice(1) : text).split(",").filter(Boolean);
  if (sign === "-")
    return defaults.filter((name) => !items.some((glob) => matchesGlob(name, glob))).join(",");
  const known = [...defaults, ...others];
  const named = items.flatMap((item) =>
    /[*?]/.test(item) ? known.filter((name) => matchesGlob(name, item)) : [item],
  );
  if (sign === "+") return [...new Set([...defaults, ...named])].join(",");
  return [...new Set(sign === "^" ? [...named, ...defaults] : named)].join(",");
}
