import type { Db } from '@duo/db/index.ts'
import { v7 as uuidv7 } from 'uuid'
import { maxItems } from '../rules.ts'
import type { AddResult, Item } from '../schema.ts'
import * as queries from './item-queries.ts'

const toItem = ({ id, text, created_at }: { id: string; text: string; created_at: Date }): Item => ({
  id,
  text,
  createdAt: created_at.toISOString(),
})

/** Returns a member's items, the newest first. */
export async function listItems(db: Db, userId: string): Promise<{ items: Item[] }> {
  return { items: (await queries.listItems(db, userId)).map(toItem) }
}

/** Adds an item. Concurrent calls can exceed `maxItems` by a few; the unique index decides who adds a text first. */
export async function addItem(db: Db, userId: string, text: string): Promise<AddResult> {
  if ((await queries.countItems(db, userId)) >= maxItems) return { error: 'full' }
  const row = await queries.insertItem(db, { id: uuidv7(), user_id: userId, text })
  return row ? { error: null, item: toItem(row) } : { error: 'exists' }
}

/** Removes an item. Does nothing if the member has no such item. */
export async function removeItem(db: Db, userId: string, id: string): Promise<{ error: null }> {
  await queries.deleteItem(db, userId, id)
  return { error: null }
}

/** Returns the items for the download of an account. */
export const export__FeatureName__ = async (db: Db, userId: string) => (await listItems(db, userId)).items
