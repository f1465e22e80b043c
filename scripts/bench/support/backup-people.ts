import { type Db, inTransaction } from '@duo/db/index.ts'
import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { sql } from 'kysely'
import { median } from './table.ts'

export type Person = { email: string; conversationId: string; last: string }

export async function load(url: string, until: Promise<unknown>) {
  let isDone = false
  const markDone = () => {
    isDone = true
  }
  until.then(markDone, markDone)
  const times: number[] = []
  let joined = 0
  const lane = async () => {
    while (!isDone) {
      const address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 250)).join('.')
      const startedAt = performance.now()
      const response = await fetch(`${url}/api/trpc/waitlist.join`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `11.${address}` },
        body: JSON.stringify({ email: `load-${crypto.randomUUID()}@example.com`, language: 'en', invitedByCode: null }),
      })
      await response.text()
      times.push(performance.now() - startedAt)
      if (response.ok) joined += 1
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  return { joined, median: Math.round(median(times) * 10) / 10, p95: Math.round(p95 * 10) / 10 }
}

export async function startConversation(url: string, db: Db): Promise<Person> {
  const browser = testBrowser(url)
  const email = `person-${crypto.randomUUID()}@example.com`
  await browser.auth('sign-up/email', { name: 'Ana Souza', email, password, language: 'en' })
  await browser.auth('sign-in/email', { email, password })
  const { id: agentId } = await db
    .selectFrom('marketplace_agent')
    .select('id')
    .where('slug', '=', 'ada-lovelace')
    .executeTakeFirstOrThrow()
  const started = await browser.call('chat.start', { agentId })
  const { id: conversationId } = (started.data as { conversation: { id: string } }).conversation
  const content = 'What is the Analytical Engine?'
  await browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content })
  for (;;) {
    const reply = await db
      .selectFrom('chat_message')
      .select(['content', 'status'])
      .where('conversation_id', '=', conversationId)
      .where('role', '=', 'assistant')
      .executeTakeFirst()
    if (reply && reply.status !== 'running') return { email, conversationId, last: reply.content }
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Inserts sign-ups, accounts and conversations of two messages. All accounts have the first person's password. */
export async function fill(db: Db, size: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ seat: number }>`select nextval('waitlist_seat') as seat`.execute(tx)
    const first = rows[0]?.seat ?? 1
    await sql`insert into waitlist_signup (id, email, language, seat, referral_code, mailbox_hash, confirmed_at)
      select uuidv7(), 'p' || n || '@example.com', 'en', ${first}::bigint + n, 'BENCH' || n, md5(n::text), now()
      from generate_series(1, ${size}::bigint) as n`.execute(tx)
    await sql`insert into waitlist_advanced_seat (seat, key, friends)
      select ${first}::bigint + n, ${first}::bigint + n - 100 * (1 + n % 5), 1 + n % 5
      from generate_series(550, ${size}::bigint, 100) as n`.execute(tx)
    await sql`insert into waitlist_position_delta select seat, -1 from waitlist_advanced_seat union all select key, 1 from waitlist_advanced_seat`.execute(
      tx,
    )
    await sql`select setval('waitlist_seat', ${first}::bigint + ${size}::bigint)`.execute(tx)
    await sql`create temporary table made on commit drop as
      select n, uuidv7() as person, uuidv7() as talk, uuidv7() as question from generate_series(1, ${size}::bigint) as n`.execute(
      tx,
    )
    await sql`insert into auth_user (id, name, email, email_verified, confirmed_at)
      select person, 'Person ' || n, 'p' || n || '@example.com', true, now() from made`.execute(tx)
    await sql`insert into auth_account (id, user_id, provider_id, account_id, password)
      select uuidv7(), person, 'credential', person::text, p.password
      from made, (select password from auth_account limit 1) as p`.execute(tx)
    await sql`insert into chat_conversation (id, user_id, agent_id, title, last_seq, preview)
      select talk, person, a.id, 'What is an engine? ' || n, 2, 'It weaves'
      from made, (select id from marketplace_agent limit 1) as a`.execute(tx)
    await sql`insert into chat_message (id, conversation_id, seq, role, content, status, client_id)
      select question, talk, 1, 'user', 'What is an engine, and ção? ' || n, 'done', uuidv7() from made`.execute(tx)
    await sql`insert into chat_message (id, conversation_id, seq, role, content, status, origin, question_id)
      select uuidv7(), talk, 2, 'assistant',
        E'The engine weaves algebraic patterns\\n\\tjust as the loom weaves flowers \\\\ and leaves.\\n' || n, 'done', 'offline', question
      from made`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}

export async function findPerson(db: Db, size: number): Promise<Person> {
  const email = `p${Math.ceil(size / 2)}@example.com`
  const { id: userId } = await db.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { id } = await db.selectFrom('chat_conversation').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const reply = db.selectFrom('chat_message').select('content').where('conversation_id', '=', id).where('role', '=', 'assistant')
  return { email, conversationId: id, last: (await reply.executeTakeFirstOrThrow()).content }
}
