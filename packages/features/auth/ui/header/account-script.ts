import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { localeFromTag, localizePath } from '@duo/platform/shared/locale.ts'
import { initials } from '@duo/platform/shared/text/initials.ts'
import { authKey, storeSessionEvent } from '#session/ui/session-events.ts'
import type { Viewer } from '#session/ui/session-store.ts'
import { toViewer } from '#session/ui/session-sync.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import { bindStorageToUser } from '../auth-client.ts'
import { clearSurveyDrafts } from '../clear-local-data.ts'
import { askToSignOut, signOutOrShow } from '../sign-out/sign-out-question.ts'
import { showWelcome } from './welcome.ts'

let viewer: Viewer | null = null

/** Starts the account menu of a document. Loaded only where there may be a session. */
export function startAccount(signal: AbortSignal): void {
  refresh()
  window.addEventListener('storage', ({ key }) => key === authKey && refresh(), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && refresh(), { signal })
  document.addEventListener('click', ({ target }) => leave(closestTo(target, '[data-sign-out]')), { signal })
}

async function refresh() {
  try {
    viewer = toViewer(await documentClient.auth.session.query())
  } catch (error) {
    // no message: the member's own pages explain the failure
    console.error(error)
    return
  }
  const { dataset } = document.documentElement
  if (!viewer) {
    delete dataset.session
    return
  }
  dataset.session = ''
  fillIn(viewer)
  bindStorageToUser(viewer.id)
  showWelcome(viewer)
}

function fillIn({ name, email }: Viewer) {
  const parts: Record<string, (text: string) => string> = {
    initials: () => initials(name || email),
    label: (text) => text.replace('{name}', name || email),
    name: () => name,
    email: () => email,
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-account] [data-viewer]'))
    element.textContent = parts[element.dataset.viewer ?? '']?.(element.dataset.text ?? '') ?? ''
}

async function leave(button: HTMLElement | null) {
  if (!button) return
  const { cancel = '', unsent = '', failed = '' } = button.dataset
  const texts = { signOut: button.textContent, cancel, unsent, failed }
  if (!(await askToSignOut(texts)) || !(await signOutOrShow(texts))) return
  if (viewer) clearSurveyDrafts(viewer.email)
  storeSessionEvent('signed_out')
  location.assign(`${localizePath('/auth', localeFromTag(document.documentElement.lang))}?mode=sign-in`)
}
