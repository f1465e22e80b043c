import { hourMs, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { batchSize, purgeDeadProcesses, purgeDeletedConversations, purgeReplacedMessages } from './retention-queries.ts'

export const chatMaintenance: readonly MaintenanceTask[] = [
  { name: 'chat.forget_removed', every: hourMs, batch: batchSize, run: purgeDeletedConversations },
  { name: 'chat.forget_put_away', every: hourMs, batch: batchSize, run: purgeReplacedMessages },
  { name: 'chat.forget_processes', every: hourMs, run: purgeDeadProcesses },
]
