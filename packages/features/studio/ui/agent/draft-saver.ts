import { failureCode } from '../../../auth/ui/trpc-errors.ts'
import type { AgentProfile } from '../../agent-rules.ts'
import type { AgentDraft, SaveAgentResult } from '../../agent-schema.ts'

export interface DraftValue {
  name: string
  profile: AgentProfile
}

/** `gone`: the agent was deleted. `incomplete`: without a name, which is required. `conflict`: another tab or device saved meanwhile. */
export type SaveStatus = 'idle' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'gone' | 'signed_out' | 'incomplete' | 'conflict'

export interface DraftState {
  value: DraftValue
  status: SaveStatus
  /** Of the other tab or device, if `conflict`. */
  theirs: AgentDraft | null
}

interface SaverOptions {
  draft: AgentDraft
  save: (input: DraftValue & { revision: number }) => Promise<SaveAgentResult>
  onSaved?: () => void
  delayMs?: number
}

const toValue = ({ name, profile }: DraftValue): DraftValue => ({ name, profile })

/** Empty questions are those that are being written. */
const toSaved = ({ name, profile }: DraftValue): DraftValue => ({
  name,
  profile: { ...profile, starters: profile.starters.filter((text) => text.trim() !== '') },
})

export interface DraftChange {
  name?: string
  profile?: Partial<AgentProfile>
}

/** An answer about a living person holds for the name that it was given for. */
function toChanged({ name, profile }: DraftValue, change: DraftChange): DraftValue {
  const isRenamed = change.name !== undefined && change.name.trim() !== name.trim()
  return { name: change.name ?? name, profile: { ...profile, ...(isRenamed && { person: null }), ...change.profile } }
}

/** Keys in one order: the server's may differ. */
function keyOf(value: DraftValue): string {
  const { name, profile } = toSaved(value)
  const entries: [string, unknown][] = Object.entries(profile)
  const fields = [...entries].sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([name.trim(), fields.map(([field, held]) => [field, typeof held === 'string' ? held.trim() : held])])
}

/**
 * Saves a draft while it is edited: a moment after the last change, one save at a time, from the newest text. A save that fails keeps the
 * text and is repeated with the next change.
 */
export function createDraftSaver({ draft, save, onSaved, delayMs = 800 }: SaverOptions) {
  let state: DraftState = { value: toValue(draft), status: 'idle', theirs: null }
  let revision = draft.revision
  let savedKey = keyOf(draft)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  const listeners = new Set<() => void>()

  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const isDirty = () => keyOf(state.value) !== savedKey

  const accept = (sent: DraftValue, newRevision: number) => {
    revision = newRevision
    savedKey = keyOf(sent)
    set({ status: isDirty() ? 'unsaved' : 'saved', theirs: null })
    onSaved?.()
  }

  async function saveOnce(): Promise<boolean> {
    const sent = state.value
    set({ status: 'saving' })
    try {
      const result = await save({ ...toSaved(sent), revision })
      if (result.error === null) accept(sent, result.revision)
      // its own save, whose response was lost
      else if (keyOf(result.draft) === keyOf(sent)) accept(sent, result.draft.revision)
      else set({ status: 'conflict', theirs: result.draft })
    } catch (error) {
      console.error(error)
      const code = failureCode(error)
      set({ status: code === 'not_found' ? 'gone' : code === 'unauthorized' ? 'signed_out' : 'failed' })
    }
    return state.status === 'unsaved'
  }

  async function saveAll() {
    while (isDirty() && state.status !== 'conflict' && state.status !== 'gone') {
      if (state.value.name.trim() === '') return set({ status: 'incomplete' })
      if (!(await saveOnce())) return
    }
    // a change that was undone
    if (state.status === 'unsaved') set({ status: 'saved' })
  }

  /** Saves what is not saved yet, after the save that is under way. Never rejects. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    running ??= saveAll().finally(() => {
      running = null
    })
    await running
  }

  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isDirty,
    flush,
    change(change: DraftChange) {
      const value = toChanged(state.value, change)
      const isBusy = state.status === 'saving' || state.status === 'conflict'
      set({ value, ...(!isBusy && { status: 'unsaved' }) })
      if (state.status !== 'conflict') schedule()
    },
    /** Saves what stands here over the other's. */
    async keepMine() {
      if (!state.theirs) return
      revision = state.theirs.revision
      savedKey = keyOf(state.theirs)
      set({ status: 'unsaved', theirs: null })
      await flush()
    },
    takeTheirs() {
      if (state.theirs) takeOver(state.theirs)
    },
    /** What another tab or device saved, unless there is something to save here. */
    offer(newer: AgentDraft) {
      if (newer.revision > revision && !isDirty() && !running) takeOver(newer)
    },
  }

  function takeOver(newer: AgentDraft) {
    revision = newer.revision
    savedKey = keyOf(newer)
    set({ value: toValue(newer), status: 'saved', theirs: null })
  }
}
