import type { JoinResult } from '../../schema.ts'

export type Joined = Extract<JoinResult, { error: null }>

/** What the surveys need of a join. */
export interface JoinOutcome {
  email: string
  answer: Pick<Extract<Joined, { userExists: false }>, 'userExists' | 'data' | 'ticket'> | Extract<Joined, { userExists: true }>
}

/** States that the server renders into templates of the page, of which the script shows one. */
export type JoinState = 'form' | 'refused' | `${'joined' | 'exists'}_${'mailed' | 'unmailed'}` | (typeof memberStates)[number]

/** What a browser shows that remembers a member. */
export const memberStates = ['waiting', 'confirmed', 'invited'] as const

export const resultState = ({ userExists, mailed }: Pick<Joined, 'userExists' | 'mailed'>): JoinState =>
  `${userExists ? 'exists' : 'joined'}_${mailed ? 'mailed' : 'unmailed'}`

/** Values that the script fills into a template. */
export type Slot = 'email' | 'position' | 'message' | 'meant' | 'link' | 'date'
export const slot = (name: Slot) => `{${name}}`

/** Attributes by which `postedJoin` reads a join that was posted before the script loaded. */
export const toAttributes = ({ email, answer }: JoinOutcome) =>
  answer.userExists
    ? {}
    : {
        'data-email': email,
        'data-ticket': answer.ticket,
        'data-code': answer.data.referral_code,
        'data-position': answer.data.position,
        'data-left': answer.data.invitesLeft,
        'data-friends': answer.data.invites_count,
      }

export function postedJoin({ dataset: { email, ticket, code, position, left, friends } }: HTMLElement): JoinOutcome | null {
  if (!email || !ticket || !code) return null
  const data = { position: Number(position), invitesLeft: Number(left), invites_count: Number(friends), referral_code: code }
  return { email, answer: { userExists: false, ticket, data } }
}
