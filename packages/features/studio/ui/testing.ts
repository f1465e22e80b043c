import { newProfile } from '../agent-rules.ts'
import type { AgentDraft } from '../agent-schema.ts'
import type { StudioDocument } from '../schema.ts'

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

/** A document that is read, for tests. */
export const documentOf = (id: string, name: string, change: Partial<StudioDocument> = {}): StudioDocument => ({
  id,
  name,
  isShared: false,
  current: {
    id: `${id} version`,
    state: 'ready',
    size: 1_000,
    received: 1_000,
    refusal: null,
    pages: null,
    pagesRead: null,
    emptyPages: [],
    passages: 3,
    language: 'en',
    type: 'text',
    createdAt: '2026-11-27T10:00:00Z',
  },
  next: null,
  createdAt: '2026-11-27T10:00:00Z',
  ...change,
})
