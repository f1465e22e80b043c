import { entry, none, type Row } from '../authorisation-rows.ts'

const needsMail = { joined: 'needs_mail', confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' }
const qualification = { audienceSize: '0-1000', categories: ['business'], otherCategory: null, goals: ['sell'] }
const followUp = { userTypes: ['creator'], niches: [], agentTypes: [], description: '' }

export const rows: Record<string, Row> = {
  'survey.qualify': entry(({ mine }) => ({ email: mine.email, ...qualification }), {
    other: 'invalid_ticket',
    purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'survey.followUp': entry(({ mine }) => ({ email: mine.email, ...followUp }), {
    other: 'invalid_ticket',
    purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'survey.saveDraft': entry(() => ({ survey: 'follow_up', answers: followUp }), {
    purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'survey.progress': entry(none, { purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' } }),
  'survey.download': entry(none, { purposes: needsMail }),
}
