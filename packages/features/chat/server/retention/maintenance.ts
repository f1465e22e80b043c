import { hourMs, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { batchSize, purgeDeadProcesses, purgeDeletedConversations, purgeReplacedMessages } from './retention-queries.ts'

export const chatMaintenance: readonly MaintenanceTask[] = [
  { name: 'chat.purge_deleted', every: hourMs, batch: batchSize, run: purgeDeletedConversations },
  { name: 'chat.purge_replaced', every: hourMs, batch: batchSize, run: purgeReplacedMessages },
  { name: 'chat.purge_dead_processes', every: hourMs, run: purgeDeadProcesses },
]
