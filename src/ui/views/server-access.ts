import { apiScopes } from "../../contract/enums.ts";
import type { Key, NewKey } from "../../contract/keys.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { relativeTime } from "../text/relative-time.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Style, View } from "./view.ts";

interface Account {
  id: string;
  name: string;
  created_at: string;
}

/** A new key, which is shown only once: alone, so that a script can store it. */
export const newKeyView: View<NewKey> = { plain: renderNewKey };

function scopesText(scopes: string[]): string {
  return scopes.length === apiScopes.length ? "all" : scopes.join(", ");
}

function renderNewKey({ key, scopes }: NewKey, style: Style): string[] {
  style.hint?.(`Scopes: ${scopesText(scopes)}`);
  style.hint?.("Store it safely: it is not shown again.");
  return [paint(style, "bold", escapeControl(key))];
}

export const keyListView: View<Key[]> = {
  json: (keys) => ({ keys }),
  plain: (keys, style) => {
    if (keys.length === 0) return ["No keys."];
    const rows = keys.map(({ id, name, scopes, created_at }) => [
      id,
      name,
      relativeTime(created_at, style.nowMs),
      scopesText(scopes),
    ]);
    return renderTable(
      { columns: ["id", "name", "created", "scopes"], rows, whole: ["id"] },
      style,
    );
  },
};

export const revokedKeyView: View<{ id: string }> = {
  json: ({ id }) => ({ id, revoked: true }),
  plain: ({ id }) => [`${escapeControl(id)} is revoked.`],
};

export const rotatedLocalKeyView: View<{ key_id: string }> = {
  plain: ({ key_id }) => [
    `This machine's key is replaced (key id ${escapeControl(key_id)}). The previous one is revoked.`,
  ],
};

export const newAccountView: View<Account & { key: NewKey }> = {
  plain: ({ name, id, key }, style) => {
    style.hint?.(`${escapeControl(name)} is created (${escapeControl(id)}). Its first API key:`);
    return renderNewKey(key, style);
  },
};

export const accountListView: View<Account[]> = {
  json: (accounts) => ({ accounts }),
  plain: (accounts, style) => {
    const rows = accounts.map(({ id, name, created_at }) => [
      id,
      name,
      relativeTime(created_at, style.nowMs),
    ]);
    return renderTable({ columns: ["id", "name", "created"], rows, whole: ["id"] }, style);
  },
};
