import { newProfile } from '../agent-rules.ts'
import type { AgentDraft, SharedAgent } from '../agent-schema.ts'
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

/** An agent as its visitors get it, for tests. */
export const sharedAgent: SharedAgent = {
  slug: 'marinas-duo-x7k2m9ab',
  name: 'Marina’s Duo',
  state: 'shared',
  profile: {
    line: 'Bread at home',
    description: 'Ask me before you throw a dough away.',
    category: 'food',
    colors: ['#1f4037', '#f0b27a'],
    starters: ['How do I feed a starter?'],
    onlyDocuments: true,
    languages: ['en', 'pt'],
    person: 'self',
  },
  documents: ['The home bread handbook', 'Bread course'],
  coverage: { covered: 26, total: 30, at: '2026-11-26T10:00:00.000Z' },
  sharedAt: '2026-11-27T10:00:00.000Z',
  isOwn: false,
}
