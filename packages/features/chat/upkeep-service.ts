import { forgetProcesses, forgetPutAway, forgetRemoved } from './stored-queries.ts'

const hour = 3_600_000

/** What a running server does for conversations by itself. Several servers may do it at once. */
export const chatUpkeep = [
  { name: 'chat.forget_removed', every: hour, run: forgetRemoved },
  { name: 'chat.forget_put_away', every: hour, run: forgetPutAway },
  { name: 'chat.forget_processes', every: hour, run: forgetProcesses },
]
