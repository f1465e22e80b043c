import { testDatabase } from '@duo/db/testing.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueMailCode, purgeMailCodes, redeemMailCode } from './mail-codes.ts'

const { db } = await testDatabase()
const context = testContext(db)

const issue = async (token: string, expiresIn = '1h') =>
  (await issueMailCode(context, { page: '/auth/reset', token }, expiresIn)).code
const redeem = async (code: string) => (await redeemMailCode(context, code))?.token ?? null
/** Changes the last character, so that the try counts for the same code. */
const misread = (code: string, nth = 1) => {
  const letters = '23456789'.replace(code.slice(-1), '')
  return code.slice(0, -2) + letters[nth % letters.length] + letters[(nth * 3) % letters.length]
}

test('a code is three groups of four characters, and is exchanged for the page and the token of its link', async () => {
  const code = await issue('a.mailed.token')
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(await redeemMailCode(context, code)).toEqual({ page: '/auth/reset', token: 'a.mailed.token' })
})

test('is read in lower case, with spaces, other dashes, full-width letters and look-alikes', async () => {
  // a code with both look-alikes: a chance of one in eight
  let code = await issue('t')
  while (!/0/.test(code) || !/1/.test(code)) code = await issue('t')
  const fullWidth = code.replace(/[0-9A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  for (const typed of [
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' – ')}. `,
    code.replaceAll('0', 'O').replaceAll('1', 'I'),
    code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'),
    fullWidth,
  ])
    expect(await redeem(typed), typed).toBe('t')
  for (const typed of ['', '-', code.slice(0, -1), `${code}A`, 'ção']) expect(await redeem(typed), typed).toBeNull()
})

test('five wrong tries end it; another code is not affected', async () => {
  const [code, other] = [await issue('mine'), await issue('other')]
  for (let nth = 0; nth < 4; nth++) expect(await redeem(misread(code, nth))).toBeNull()
  expect(await redeem(code)).toBe('mine')
  expect(await redeem(misread(code))).toBeNull()
  expect(await redeem(code)).toBeNull()
  expect(await redeem(other)).toBe('other')
})

test('concurrent wrong tries all count', async () => {
  const code = await issue('mine')
  await Promise.all(Array.from({ length: 20 }, (_, nth) => redeem(misread(code, nth))))
  expect(await redeem(code)).toBeNull()
  const { wrong_tries } = await db.selectFrom('mail_code').select('wrong_tries').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(wrong_tries).toBe(5)
})

test('ends with its link, and is then deleted', async () => {
  const [code, living] = [await issue('late', '-1 second'), await issue('living')]
  expect(await redeem(code)).toBeNull()
  expect(await purgeMailCodes(db)).toBe(1)
  expect(await redeem(living)).toBe('living')
})

test('the row tells neither code nor token, and needs the code as well as the data key', async () => {
  const code = await issue('a.mailed.token')
  const row = await db.selectFrom('mail_code').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const stored = JSON.stringify(row)
  expect(stored).not.toContain('mailed')
  for (const part of code.split('-')) expect(stored).not.toContain(`"${part}`)
  // a row whose code was exchanged opens nothing
  const other = await issue('another.token')
  await sql`
    update mail_code set code_hash = (select code_hash from mail_code where id = ${row.id}), locator_hash = ${row.locator_hash}
    where id <> ${row.id}`.execute(db)
  await db.deleteFrom('mail_code').where('id', '=', row.id).execute()
  expect(other).not.toBe(code)
  await expect(redeem(code)).rejects.toThrow()
})
