import { accountHeader } from '../account-header.ts'
import type { SessionStore } from './session-store.ts'

let pageSession: SessionStore | undefined

/** The clients of a page are made before its session is known, and outside of React. */
export const setPageSession = (store: SessionStore) => {
  pageSession = store
}

/** Empty while no account is known. */
export function accountHeaders(): Record<string, string> {
  const id = pageSession?.get().viewer?.id
  return id === undefined ? {} : { [accountHeader]: id }
}
