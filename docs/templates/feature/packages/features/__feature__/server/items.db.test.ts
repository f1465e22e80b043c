import { password } from '@duo/server/testing/accounts.ts'
import { type Browser, person } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { maxItems, textMaxLength } from '../rules.ts'
import type { AddResult, Item } from '../schema.ts'
import { addItem } from './items.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const add = async (browser: Browser, text: string): Promise<AddResult> =>
  (await browser.call('__featureName__.add', { text })).data
const list = async (browser: Browser): Promise<Item[]> =>
  ((await browser.call('__featureName__.list')).data as { items: Item[] }).items
const texts = async (browser: Browser) => (await list(browser)).map(({ text }) => text)
const idOf = async (browser: Browser) => ((await browser.call('auth.account')).data as { user: { id: string } }).user.id

test('a member sees their own items only, the newest first', async () => {
  const [ana, bruno] = [await person(app), await person(app)]
  expect(await add(ana, ' one ')).toEqual({
    error: null,
    item: { id: expect.any(String), text: 'one', createdAt: expect.any(String) },
  })
  await add(ana, 'two')
  await add(bruno, 'three')
  expect(await texts(ana)).toEqual(['two', 'one'])
  expect(await texts(bruno)).toEqual(['three'])
})

test('stores a text once, even if two calls send it at the same time', async () => {
  const ana = await person(app)
  const results = await Promise.all([add(ana, 'one'), add(ana, 'one')])
  expect(results.map(({ error }) => error).sort()).toEqual(['exists', null])
  expect(await texts(ana)).toEqual(['one'])
})

test('rejects an item beyond the maximum', async () => {
  const ana = await person(app)
  const id = await idOf(ana)
  for (let i = 0; i < maxItems; i++) await addItem(app.db, id, `${i}`)
  expect(await add(ana, 'one more')).toEqual({ error: 'full' })
})

test.each([
  ['', 'text_required'],
  ['a'.repeat(textMaxLength + 1), 'text_too_long'],
])('rejects the text %j with %s', async (text, code) => {
  const ana = await person(app)
  expect(await ana.call('__featureName__.add', { text })).toMatchObject({ status: 400, fields: { text: code } })
})

test('only the owner can remove an item', async () => {
  const [ana, bruno] = [await person(app), await person(app)]
  await add(ana, 'one')
  const [item] = await list(ana)
  await bruno.call('__featureName__.remove', { id: item?.id })
  expect(await texts(ana)).toEqual(['one'])
  await ana.call('__featureName__.remove', { id: item?.id })
  expect(await texts(ana)).toEqual([])
})

test('the download of an account contains its items, and deleting the account deletes them', async () => {
  const ana = await person(app)
  const id = await idOf(ana)
  await add(ana, 'one')
  expect(await ana.call('auth.download')).toMatchObject({ data: { document: { __featureName__: [{ text: 'one' }] } } })
  await ana.call('auth.erase', { password })
  expect(await app.db.selectFrom('__feature_name___item').where('user_id', '=', id).selectAll().execute()).toEqual([])
})
