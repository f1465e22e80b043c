import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openDatabase } from '@duo/db/connection/open.ts'
import type { Db } from '@duo/db/index.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { ownServers, root } from '../server.ts'

/** A site whose operator invites whole waves, which would reach the people of other tests. */
export interface Launch {
  url: string
  db: Db
  /** Runs a command as an operator does (`npm run waitlist -- …`) and returns what it prints. */
  waitlist: (...args: string[]) => Promise<string>
}

const run = promisify(execFile)

async function openLaunch(): Promise<Launch & { close: () => Promise<void> }> {
  const servers = ownServers()
  const { url } = await servers.launch({ TRUST_PROXY: '1' })
  const { dataDir } = servers
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
  const env = onlySettings({ DATA_DIR: dataDir })
  return {
    url,
    db,
    waitlist: async (...args) => {
      const { stdout, stderr } = await run(process.execPath, ['scripts/operator/waitlist.mjs', ...args], { cwd: root, env })
      return stdout + stderr
    },
    close: async () => {
      await close()
      await servers.close()
    },
  }
}

interface Reader {
  /** Where the test's people read their mail. */
  inbox: Page
}

const reader = base.extend<Reader>({
  // in a window of its own, because a browser slows down tabs in the background
  inbox: async ({ browser }, use) => {
    const inbox = await browser.newPage()
    await use(inbox)
    await inbox.close()
  },
})

/** One site for the tests that a worker runs, one after another. */
export const test = reader.extend<object, { launch: Launch }>({
  launch: [
    async ({ browserName: _browser }, use) => {
      const launch = await openLaunch()
      await use(launch)
      await launch.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ launch }, use) => use(launch.url),
})

/** A new site for each test, for one that counts everyone. */
export const emptyTest = reader.extend<{ launch: Launch }>({
  launch: [
    async ({ browserName: _browser }, use) => {
      const launch = await openLaunch()
      await use(launch)
      await launch.close()
    },
    { timeout: 60_000 },
  ],
  baseURL: ({ launch }, use) => use(launch.url),
})

/** Returns what the database stores about an entry. */
export const storedOf = ({ db }: Launch, email: string) =>
  db
    .selectFrom('waitlist_signup as entry')
    .leftJoin('waitlist_signup as inviter', 'inviter.id', 'entry.invited_by')
    .leftJoin('survey_qualification as qualification', 'qualification.signup_id', 'entry.id')
    .leftJoin('survey_follow_up as follow_up', 'follow_up.signup_id', 'entry.id')
    .leftJoin('auth_user as account', 'account.id', 'entry.user_id')
    .where('entry.email', '=', email)
    .select(['entry.language', 'entry.confirmed_at', 'entry.credit', 'entry.wave', 'entry.referral_code'])
    .select(['inviter.email as inviter', 'account.email as account', 'qualification.goals', 'follow_up.user_types'])
    .executeTakeFirstOrThrow()

/** Returns the messages of an account's conversations, oldest first. */
export const messagesOf = ({ db }: Launch, email: string) =>
  db
    .selectFrom('chat_message as message')
    .innerJoin('chat_conversation as conversation', 'conversation.id', 'message.conversation_id')
    .innerJoin('auth_user as account', 'account.id', 'conversation.user_id')
    .where('account.email', '=', email)
    .orderBy('message.seq')
    .select(['message.role', 'message.content'])
    .execute()
