import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '@duo/db/connection/connect.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { main } from './chat.ts'

const { db, url } = await testDatabase()

async function chat(...args: string[]) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: false })
  const io = { stdin: stream(), stdout: stream(), stderr: stream() }
  const onError = (error: Error) => {
    throw error
  }
  const code = await main(args, { ...io, open: async () => connect({ url, onError }) })
  io.stdout.end()
  io.stderr.end()
  return { code, out: await text(io.stdout), stderr: await text(io.stderr) }
}

// inserts a conversation with rated replies
async function rated(slug: string, votes: { note: string | null; vote: 'up' | 'down'; reason?: string }[]) {
  const [userId, agentId, conversationId] = [uuid(), uuid(), uuid()]
  await db
    .insertInto('auth_user')
    .values({ id: userId, name: 'Ana Souza', email: `${userId}@example.com` })
    .execute()
  await db
    .insertInto('marketplace_agent')
    .values({ id: agentId, slug, name: 'Ada', category: 'science', colors: ['#112233', '#445566'], hash: agentId })
    .execute()
  await db
    .insertInto('chat_conversation')
    .values({ id: conversationId, user_id: userId, agent_id: agentId, title: 'Secret title' })
    .execute()
  for (const [index, { note, vote, reason }] of votes.entries()) {
    const id = uuid()
    const sources = JSON.stringify(note === null ? [] : [{ title: note, source: 'Notes, 1843' }])
    const reply = {
      id,
      conversation_id: conversationId,
      seq: index + 1,
      role: 'assistant',
      status: 'done',
      origin: 'offline',
    } as const
    await db
      .insertInto('chat_message')
      .values({ ...reply, content: 'Secret answer', sources })
      .execute()
    const rated_at = new Date(Date.UTC(2026, 0, index + 1))
    await db
      .insertInto('chat_feedback')
      .values({ reply_id: id, vote, reason: reason ?? null, rated_at })
      .execute()
  }
}

test('feedback lists the least liked note first, with its newest comments and no authors', async () => {
  expect(await chat('feedback')).toEqual({ code: 0, out: 'No reply has been rated.\n', stderr: '' })
  await rated('ada', [
    { note: 'Looms', vote: 'down', reason: 'old' },
    { note: 'Looms', vote: 'down', reason: 'new' },
    { note: 'Looms', vote: 'up' },
    { note: 'Cards', vote: 'up' },
    { note: null, vote: 'up' },
  ])
  await rated('bob', [{ note: 'Boats', vote: 'down', reason: '=1+1' }])
  const { out } = await chat('feedback', '--agent', 'ada', '--json')
  expect(JSON.parse(out)).toEqual([
    { agent: 'ada', note: 'Looms', up: 1, down: 2, words: ['new', 'old'] },
    { agent: 'ada', note: 'Cards', up: 1, down: 0, words: [] },
    { agent: 'ada', note: null, up: 1, down: 0, words: [] },
  ])
  const { out: listed } = await chat('feedback')
  expect(listed).toMatch(/^agent +note +up +down +words\nada +Looms +1 +2 +new \| old\n/)
  expect(listed).not.toMatch(/Ana|Secret|example/)
  expect((await chat('feedback', '--csv')).out).toContain("bob,Boats,0,1,'=1+1")
})

test('invalid arguments are reported in one line', async () => {
  expect(await chat('feedback', '--json', '--csv')).toMatchObject({ code: 2, out: '' })
})
