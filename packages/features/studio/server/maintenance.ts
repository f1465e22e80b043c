import { hourMs, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { deleteOldAskers, deleteOldReports } from './audience/asker-queries.ts'
import { deleteAbandonedUploads } from './documents/document-queries.ts'
import { enqueueUnread } from './reading/read-job.ts'
import { reindexAgents } from './search/reindex.ts'
import { enqueueMissingVectors } from './vectors/vector-jobs.ts'

export const studioMaintenance: readonly MaintenanceTask[] = [
  { name: 'studio unread files', every: 10_000, run: enqueueUnread },
  { name: 'studio former index', every: 60_000, run: reindexAgents },
  { name: 'studio missing vectors', every: 30_000, run: enqueueMissingVectors },
  { name: 'studio abandoned uploads', every: hourMs, run: deleteAbandonedUploads },
  { name: 'studio askers of before', every: hourMs, run: deleteOldAskers },
  { name: 'studio reports of before', every: hourMs, run: deleteOldReports },
]
