import { newProfile } from '../agent-rules.ts'
import type { AgentDraft } from '../agent-schema.ts'

/** An agent as its creator edits it, for tests. */
export const draftOf = (change: Partial<AgentDraft> = {}): AgentDraft => ({
  id: '0198f000-0000-7000-8000-000000000001',
  name: 'Marina’s Duo',
  revision: 3,
  profile: { ...newProfile, line: 'Bread at home' },
  proposedStarters: ['How long does dough keep?'],
  documents: 2,
  passages: 40,
  sharing: {
    state: 'private',
    slug: null,
    sharedAt: null,
    hasChanges: false,
    before: null,
    takedownReason: null,
    active: { used: 0, limit: 3 },
  },
  hasModel: false,
  ...change,
})
