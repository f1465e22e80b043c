import { runCounted } from '@duo/platform/server/security/rate-limit.ts'
import { mergeRouters, router } from '@duo/platform/server/trpc.ts'
import * as schema from '../schema.ts'
import { agentProcedures } from './agent-router.ts'
import * as agents from './agents.ts'
import * as documents from './documents/documents.ts'
import { own } from './own-procedure.ts'
import * as passages from './passages/passages.ts'
import { search } from './search/search.ts'
import { sharedProcedures } from './shared-router.ts'
import { beginUpload } from './uploads/upload.ts'

/** 401 when signed out, 403 while the studio is closed to the account, 404 for other accounts' data, 429 beyond the limit. */
const knowledgeProcedures = router({
  /** Returns the account's agents, and what its plan leaves. */
  overview: own.query(({ ctx }) => agents.overview(ctx)),

  /** Refusal `too_many`. */
  createAgent: own.input(schema.createAgentInput).mutation(({ ctx, input }) => agents.createAgent(ctx, input)),

  renameAgent: own.input(schema.renameAgentInput).mutation(({ ctx, input }) => agents.renameAgent(ctx, input)),

  removeAgent: own.input(schema.agentInput).mutation(({ ctx, input }) => agents.removeAgent(ctx, input.agentId)),

  /** Returns an agent's documents, the newest first, with how far each is read. */
  documents: own.input(schema.agentInput).query(({ ctx, input }) => documents.listDocuments(ctx, input.agentId)),

  /**
   * Begins an upload of a document or of its next version; `everywhere` withdraws the one before from what is shared. Its bytes follow at
   * `/api/studio/uploads` (docs/api.md). Refusals `empty`, `too_large`, `too_many_files`, `quota`, `quota_passages`, `disk_full`.
   */
  upload: own.input(schema.uploadInput).mutation(({ ctx, input }) => beginUpload(ctx, input)),

  /** Ends an upload or a reading, and deletes what there is of it. Does nothing to a version that is ready. */
  cancel: own.input(schema.versionInput).mutation(({ ctx, input }) => documents.cancel(ctx, input.versionId)),

  /** Reads a file again that could not be read. */
  retry: own.input(schema.documentInput).mutation(({ ctx, input }) => documents.retry(ctx, input.documentId)),

  rename: own.input(schema.renameInput).mutation(({ ctx, input }) => documents.rename(ctx, input)),

  /** Deletes a document from the draft, or also from what is shared. */
  remove: own.input(schema.removeDocumentInput).mutation(({ ctx, input }) => documents.remove(ctx, input)),

  /** Returns a page of a document's passages, in their order. */
  passages: own.input(schema.passagesInput).query(({ ctx, input }) => passages.listPassages(ctx, input)),

  /** Refusal `changed`, also of the next three: the document was read again meanwhile. */
  editPassage: own.input(schema.editPassageInput).mutation(({ ctx, input }) => passages.edit(ctx, input)),

  hidePassage: own.input(schema.hidePassageInput).mutation(({ ctx, input }) => passages.hide(ctx, input)),

  /** Joins a passage with the next one. Refusals `last`, `too_long`. */
  mergePassage: own.input(schema.passageInput).mutation(({ ctx, input }) => passages.mergeWithNext(ctx, input.id)),

  splitPassage: own.input(schema.splitPassageInput).mutation(({ ctx, input }) => passages.split(ctx, input)),

  /** Shows which passages a question finds, why, and which of them a reply would use. */
  search: own
    .use(({ ctx, next }) => runCounted(ctx, { limit: schema.searchLimit, key: ctx.user.id }, next))
    .input(schema.searchInput)
    .query(({ ctx, input }) => search(ctx, input)),
})

export const studioRouter = mergeRouters(knowledgeProcedures, router(agentProcedures), router(sharedProcedures))
