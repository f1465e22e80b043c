import type { Db } from '@duo/db/index.ts'
import { listLinkedEntryIds } from '../../waitlist/server/entry/link-account.ts'
import type { SurveyExport } from '../schema.ts'
import * as queries from './survey-queries.ts'

export async function exportSurveys(db: Db, signupId: string): Promise<SurveyExport> {
  const [qualification, followUp, drafts] = await Promise.all([
    queries.findQualification(db, signupId),
    queries.findFollowUp(db, signupId),
    queries.listDrafts(db, signupId),
  ])
  return {
    qualification: qualification
      ? {
          audienceSize: qualification.audience_size,
          categories: qualification.categories,
          otherCategory: qualification.other_category,
          goals: qualification.goals,
          ...timestampsOf(qualification),
        }
      : null,
    followUp: followUp
      ? {
          userTypes: followUp.user_types,
          niches: followUp.niches,
          agentTypes: followUp.agent_types,
          description: followUp.description,
          ip: followUp.address,
          ...timestampsOf(followUp),
          copiedAt: followUp.mirrored_at?.toISOString() ?? null,
        }
      : null,
    drafts: drafts.map(({ survey, answers, updated_at }) => ({ survey, answers, changedAt: updated_at.toISOString() })),
  }
}

/** Those of every entry that is linked to an account. */
export const exportSurveysOfAccount = async ({ db }: { db: Db }, userId: string) =>
  Promise.all((await listLinkedEntryIds(db, userId)).map((id) => exportSurveys(db, id)))

const timestampsOf = (row: { created_at: Date; updated_at: Date }) => ({
  savedAt: row.created_at.toISOString(),
  changedAt: row.updated_at.toISOString(),
})
