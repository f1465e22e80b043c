import { type AgentProfile, newProfile } from '../../agent-rules.ts'

/** Fills in what a stored profile lacks. It was checked when it was stored. */
export const toProfile = (stored: object): AgentProfile => ({ ...newProfile, ...stored })
