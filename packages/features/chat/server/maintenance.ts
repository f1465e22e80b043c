import { everyHour, type Upkeep } from '@duo/platform/server/maintenance.ts'
import { batch, forgetProcesses, forgetPutAway, forgetRemoved } from './retention-queries.ts'

/** What a running server does for conversations by itself. Several servers may do it at once. */
export const chatUpkeep: readonly Upkeep[] = [
  { name: 'chat.forget_removed', every: everyHour, batch, run: forgetRemoved },
  { name: 'chat.forget_put_away', every: everyHour, batch, run: forgetPutAway },
  { name: 'chat.forget_processes', every: everyHour, run: forgetProcesses },
]
