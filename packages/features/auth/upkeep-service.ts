import type { Db } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { forgetMails } from './mail-queries.ts'
import { forgetUnconfirmed } from './queries.ts'
import { unconfirmedDays } from './schema.ts'
import { forgetOver } from './session-queries.ts'

const hour = 3_600_000

/** What a running server does for accounts by itself. Several servers may do it at once. */
export const authUpkeep = [
  { name: 'auth.forget_over', every: hour, run: forgetOver },
  { name: 'auth.forget_mails', every: hour, run: forgetMails },
  {
    name: 'auth.forget_unconfirmed',
    every: hour,
    // where nobody has to confirm, an account that never was is somebody's all the same
    run: async (db: Db, { confirmsEmail }: Pick<World, 'confirmsEmail'>) =>
      confirmsEmail && forgetUnconfirmed(db, unconfirmedDays),
  },
]
