import type { Client } from "../../client/types.ts";
import type { CuriosityItem } from "../../contract/curiosity.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { nameUnknown } from "../errors/name-unknown.ts";
import { type Edit, editedCalendar, withTags } from "./item-request.ts";

/** Fetches all before any is changed, so that a missing one fails early. */
export async function findItems(
  client: Pick<Client, "curiosityItem">,
  ids: string[],
): Promise<CuriosityItem[]> {
  const items: CuriosityItem[] = [];
  for (const id of new Set(ids)) items.push(await findItem(client, id));
  return items;
}

export function findItem(
  client: Pick<Client, "curiosityItem">,
  id: string,
): Promise<CuriosityItem> {
  return nameUnknown("scheduled question", id, client.curiosityItem(id));
}

/** Pauses or resumes one after the other; stops at the first failure, and earlier changes stay. */
export async function setItemsActive(
  client: Pick<Client, "curiosityItem" | "updateCuriosityItem">,
  ids: string[],
  active: boolean,
): Promise<CuriosityItem[]> {
  const changed: CuriosityItem[] = [];
  for (const { id } of await findItems(client, ids)) {
    changed.push(await client.updateCuriosityItem(id, { active }));
  }
  return changed;
}

/** Changes an item. The server replaces scope and calendar, so their unchanged parts are sent too. */
export async function editItem(
  client: Pick<Client, "curiosityItem" | "updateCuriosityItem">,
  id: string,
  edit: Edit,
): Promise<CuriosityItem> {
  const { patch, tags, timeZone } = edit;
  const setsCalendar = patch.calendar !== undefined || timeZone !== undefined;
  if (!tags && !setsCalendar) return client.updateCuriosityItem(id, patch);
  const item = await findItem(client, id);
  return client.updateCuriosityItem(id, {
    ...patch,
    ...(setsCalendar && editedCalendar(item, edit)),
    ...(tags && { scope: withTags(item.scope, tags) }),
  });
}

/** The confirmation before items are removed. */
export function itemRemovalQuestion(items: CuriosityItem[]): string {
  const [first, ...others] = items;
  const what =
    others.length === 0
      ? `"${first?.query}" (${first?.id})`
      : `${items.length} scheduled questions`;
  return escapeControl(`Remove ${what}?`);
}

/** Removes one after the other; stops at the first failure. */
export async function removeItems(
  client: Pick<Client, "deleteCuriosityItem">,
  items: CuriosityItem[],
): Promise<void> {
  for (const { id } of items) await client.deleteCuriosityItem(id);
}
