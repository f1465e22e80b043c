import { type AgentPerson, type AgentProfile, newProfile } from '../../agent-rules.ts'

/** A profile as it is stored. What is missing has its default. */
export interface StoredProfile extends Partial<AgentProfile> {
  /** ISO 8601, when the creator answered whether the agent speaks as a living person. */
  personAt?: string
}

/** Fills in what a stored profile lacks. It was checked when it was stored. */
export function toProfile(stored: StoredProfile): AgentProfile {
  const { personAt: _date, ...profile } = stored
  return { ...newProfile, ...profile }
}

interface DraftOf {
  profile: StoredProfile
  name: string
  /** Stays once an agent was shared. */
  slug: string | null
}

/**
 * Returns the profile of a draft. An answer about the person without a date is from before the form required one: "none" was chosen
 * there beforehand, so it counts only for agents that were already shared.
 */
export function toDraftProfile({ profile, slug }: Omit<DraftOf, 'name'>): AgentProfile {
  const filled = toProfile(profile)
  if (profile.personAt !== undefined) return filled
  if (slug === null) return { ...filled, person: filled.person === 'none' ? null : filled.person }
  return { ...filled, person: profile.person === undefined ? 'none' : profile.person }
}

/** Adds the date of the answer about the person: today's if the answer or the name changed. */
export function toStoredProfile(before: DraftOf, { name, profile }: { name: string; profile: AgentProfile }): StoredProfile {
  const isSame = before.name === name && toDraftProfile(before).person === profile.person
  const personAt = isSame ? before.profile.personAt : new Date().toISOString()
  return profile.person !== null && personAt !== undefined ? { ...profile, personAt } : { ...profile }
}

/** Of a release; one from before the question was required may lack the answer. */
export const personOf = ({ person }: AgentProfile): AgentPerson => person ?? 'none'
