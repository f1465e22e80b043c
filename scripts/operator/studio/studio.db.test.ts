import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '@duo/db/connection/connect.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { takedownMail } from '@duo/features/studio/server/takedown/takedown-mail.ts'
import { createQueues, queuedJobs } from '@duo/platform/server/jobs/queue.ts'
import type { Mail } from '@duo/platform/server/mail/mail.ts'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { main } from './studio.ts'

const { db, url } = await testDatabase()
await createQueues(db, [takedownMail])

async function studio(...args: string[]) {
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

async function agent(slug: string, language: 'en' | 'pt') {
  const [id, ownerId] = [uuid(), uuid()]
  await db
    .insertInto('auth_user')
    .values({ id: ownerId, name: 'Marina', email: `${ownerId}@example.com`, language })
    .execute()
  await db.insertInto('studio_agent').values({ id, owner_id: ownerId, name: 'Pão em casa', language, slug }).execute()
  return { id, email: `${ownerId}@example.com` }
}

const stateOf = (id: string) =>
  db.selectFrom('studio_agent').where('id', '=', id).select(['taken_down_at', 'takedown_reason']).executeTakeFirstOrThrow()

/** Runs the mail's job, and returns what it sends. */
async function mailsOf(agentId: string): Promise<Mail[]> {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} }
  const job = { messageId: 'test', attempt: 1, signal: new AbortController().signal }
  await takedownMail.perform({ db, publicUrl: 'https://duo.example', mailer }, { agentId }, job)
  return sent
}

async function queued() {
  const jobs = []
  for await (const job of queuedJobs(db, takedownMail.name)) jobs.push(job)
  return jobs.length
}

test('takedown ends an agent with a reason that its creator is mailed in their language; restore takes it back', async () => {
  const { id, email } = await agent('pao-em-casa-x7k2m9ab', 'pt')
  expect(await studio('takedown', 'pao-em-casa-x7k2m9ab', ' Cita um livro sem permissão. ')).toEqual({
    code: 0,
    out: '',
    stderr: 'Took pao-em-casa-x7k2m9ab down. Its creator gets the reason by e-mail.\n',
  })
  expect(await stateOf(id)).toMatchObject({ taken_down_at: expect.any(Date), takedown_reason: 'Cita um livro sem permissão.' })
  expect(await queued()).toBe(1)
  const [mail] = await mailsOf(id)
  expect(mail).toMatchObject({ to: email, subject: 'Tiramos “Pão em casa” do ar' })
  expect(mail?.text).toContain('Nosso motivo: Cita um livro sem permissão.')
  expect(mail?.text).toContain('https://duo.example/pt/studio')
  expect(await studio('restore', 'pao-em-casa-x7k2m9ab')).toMatchObject({ code: 0, stderr: 'Restored pao-em-casa-x7k2m9ab.\n' })
  expect(await stateOf(id)).toEqual({ taken_down_at: null, takedown_reason: null })
  // it was restored before the mail went out
  expect(await mailsOf(id)).toEqual([])
  expect((await studio('restore', 'pao-em-casa-x7k2m9ab')).stderr).toContain('was not taken down')
})

test('an unknown link and a missing reason change nothing', async () => {
  expect(await studio('takedown', 'nothing-here', 'Because.')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no agent'),
  })
  expect(await studio('takedown', 'Not a slug', 'Because.')).toMatchObject({ code: 1 })
  expect(await studio('restore', 'nothing-here')).toMatchObject({ code: 1 })
  expect(await studio('takedown', 'pao-em-casa-x7k2m9ab', '  ')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('say why'),
  })
})

test('reports lists what visitors reported, the newest first, with the link and no visitor', async () => {
  expect((await studio('reports')).out).toBe('No reports.\n')
  const { id } = await agent('bread-a2b3c4d5', 'en')
  const { owner_id } = await db.selectFrom('studio_agent').where('id', '=', id).select('owner_id').executeTakeFirstOrThrow()
  const report = { agent_id: id, owner_id, slug: 'bread-a2b3c4d5', question: 'Why?', reply: 'Because.' }
  await db
    .insertInto('studio_report')
    .values([
      { ...report, id: uuid(), reason: 'Older', created_at: new Date('2026-01-01T10:00:00Z') },
      { ...report, id: uuid(), reason: '=1+1', created_at: new Date('2026-01-02T10:00:00Z') },
    ])
    .execute()
  expect((await studio('reports')).out).toMatch(
    /^at +slug +taken down +reason .*\n2026-01-02 10:00 +bread-a2b3c4d5 +=1\+1.*\n2026-01-01/,
  )
  expect(JSON.parse((await studio('reports', 'bread-a2b3c4d5', '--json')).out)).toHaveLength(2)
  expect((await studio('reports', 'another')).out).toBe('No reports.\n')
  expect((await studio('reports', '--csv')).out).toContain("'=1+1")
  // its creator cannot make them disappear
  await db.deleteFrom('studio_agent').where('id', '=', id).execute()
  expect(JSON.parse((await studio('reports', 'bread-a2b3c4d5', '--json')).out)).toHaveLength(2)
})
