import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { Feedback } from '../../schema.ts'

export async function setFeedback(db: Db, replyId: string, feedback: Feedback | null): Promise<void> {
  if (feedback === null) {
    await db.deleteFrom('chat_feedback').where('reply_id', '=', replyId).execute()
    return
  }
  const { vote, reason } = feedback
  await db
    .insertInto('chat_feedback')
    .values({ reply_id: replyId, vote, reason })
    .onConflict((of) => of.column('reply_id').doUpdateSet({ vote, reason, rated_at: sql<Date>`now()` }))
    .execute()
}

interface NoteFeedback {
  agent: string
  note: string | null
  up: number
  down: number
  words: string[]
}

/** Aggregates votes by cited note, most disliked first, without anything that identifies a user or conversation. */
export async function feedbackByNote(db: Db, { agent }: { agent: string | null }): Promise<NoteFeedback[]> {
  const { rows } = await sql<NoteFeedback>`
    select agent.slug as agent, note.title as note,
      count(*) filter (where vote = 'up')::integer as up, count(*) filter (where vote = 'down')::integer as down,
      coalesce((array_agg(reason order by rated_at desc) filter (where reason is not null))[1:5], '{}') as words
    from chat_feedback as feedback
    join chat_message as reply on reply.id = feedback.reply_id
    join chat_conversation as conversation on conversation.id = reply.conversation_id and conversation.removed_at is null
    join marketplace_agent as agent on agent.id = conversation.agent_id
    left join lateral (select distinct source ->> 'title' as title from jsonb_array_elements(reply.sources) as source) as note on true
    where ${agent}::text is null or agent.slug = ${agent}
    group by agent.slug, note.title
    order by down desc, up desc, agent, note`.execute(db)
  return rows
}
