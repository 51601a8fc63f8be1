import type { Row } from "../../../../src/tables/model/table.ts";
import { fileCuts, type Granted, grant, ownPath } from "../granted.ts";
import { accountOf, addRow } from "../machine.ts";
import { addPath } from "../paths.ts";
import type { Planting } from "../site.ts";
import type { Login } from "./login.ts";

interface Secret {
  name: string;
  fingerprint: string;
  row: Row;
}

/** Puts the secret where the account can read it; returns who surely has it. */
export function holdSecret(
  { site, reader: place, cut }: Login,
  { name, fingerprint, row }: Secret,
): string[] {
  const { machine } = place;
  const account = accountOf(machine, place.account);
  const planting: Planting = {
    site,
    machine,
    account,
    to: "",
    name,
    cut: fileCuts.includes(cut ?? "") ? cut : null,
  };
  const target = ownPath(planting, "id_ed25519");
  const granted =
    account.uid === 0 ? ownedByRoot(target) : grant(planting, { target, bits: 4, mode: 0o600 });
  const encrypted = cut === "passphrase" ? 1 : cut === "passphrase-unseen" ? null : 0;
  const uid = granted.entries.get(target)?.uid ?? 0;
  const username = uid === 0 ? "root" : place.account;
  addRow(machine, "credential_files", {
    path: target,
    username,
    uid,
    encrypted,
    fingerprint,
    ...row,
  });
  addPath(machine, { purpose: "credential", detail: String(row.kind) }, granted);
  const isSure = encrypted === 0 && cut !== "token";
  const readers = isSure ? ["root", ...granted.grantees] : [];
  for (const reader of readers)
    site.held.push({ place: { machine, account: reader }, fingerprint, principals: null });
  return readers;
}

const ownedByRoot = (target: string): Granted => ({
  target,
  entries: new Map([[target, { type: "regular", mode: "0600" }]]),
  mountFlags: "rw,relatime",
  grantees: [],
});
