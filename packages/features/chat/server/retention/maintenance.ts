import { hourMs, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { signBatchSize, signUnsignedReplies } from '../provenance/sign-unsigned.ts'
import { batchSize, purgeDeadProcesses, purgeDeletedConversations, purgeReplacedMessages } from './retention-queries.ts'

const minuteMs = 60_000

export const chatMaintenance: readonly MaintenanceTask[] = [
  { name: 'chat.purge_deleted', every: hourMs, batch: batchSize, run: purgeDeletedConversations },
  { name: 'chat.purge_replaced', every: hourMs, batch: batchSize, run: purgeReplacedMessages },
  { name: 'chat.purge_dead_processes', every: hourMs, run: purgeDeadProcesses },
  { name: 'chat.sign_replies', every: minuteMs, batch: signBatchSize, run: signUnsignedReplies },
]
