import { everyHour, type Upkeep } from '@duo/platform/server/maintenance.ts'
import { batchSize, purgeDeadProcesses, purgeDeletedConversations, purgeReplacedMessages } from './retention-queries.ts'

/** What a running server does for conversations by itself. Several servers may do it at once. */
export const chatMaintenance: readonly Upkeep[] = [
  { name: 'chat.forget_removed', every: everyHour, batch: batchSize, run: purgeDeletedConversations },
  { name: 'chat.forget_put_away', every: everyHour, batch: batchSize, run: purgeReplacedMessages },
  { name: 'chat.forget_processes', every: everyHour, run: purgeDeadProcesses },
]
