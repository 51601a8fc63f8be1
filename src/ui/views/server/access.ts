import { apiScopes } from "../../../contract/enums.ts";
import type { Key, NewKey } from "../../../contract/keys.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { paint } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import type { Style, View } from "../view.ts";

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

function renderNewKey({ key, scopes, expires_at }: NewKey, style: Style): string[] {
  style.hint?.(`Scopes: ${scopesText(scopes)}`);
  if (expires_at !== undefined) style.hint?.(`Expires ${relativeTime(expires_at, style.nowMs)}`);
  style.hint?.("Store it safely: it is not shown again.");
  return [paint(style, "bold", escapeControl(key))];
}

export const keyListView: View<Key[]> = {
  json: (keys) => ({ keys }),
  plain: (keys, style) => {
    if (keys.length === 0) return ["No keys."];
    const rows = keys.map(({ id, name, scopes, created_at, expires_at, last_used_at }) => [
      id,
      name,
      relativeTime(created_at, style.nowMs),
      relativeTime(last_used_at ?? null, style.nowMs),
      expiryText(expires_at, style.nowMs),
      scopesText(scopes),
    ]);
    const columns = ["id", "name", "created", "last used", "expires", "scopes"];
    return renderTable({ columns, rows, whole: ["id"] }, style);
  },
};

function expiryText(expires_at: string | undefined, nowMs: number): string {
  if (expires_at === undefined) return "never";
  return Date.parse(expires_at) <= nowMs ? "expired" : relativeTime(expires_at, nowMs);
}

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
