import type { AgentState } from '../schema.ts'

interface SharedState {
  releaseId: string | null
  pausedAt: Date | null
  takenDownAt: Date | null
}

/** Whether visitors can talk to an agent, as its row says. */
export function stateOf({ takenDownAt, releaseId, pausedAt }: SharedState): AgentState {
  if (takenDownAt) return 'taken_down'
  if (!releaseId) return 'private'
  return pausedAt ? 'paused' : 'shared'
}
