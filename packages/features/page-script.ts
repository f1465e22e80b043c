import { startArticle } from './blog/ui/article/article-script.ts'
import { listenForQuestions, restoreReplies } from './chat/ui/ask/ask-loader.ts'
import { startConversations } from './marketplace/ui/start-script.ts'
import { startJoin } from './membership/ui/join/join-script.ts'
import { startPlace } from './membership/ui/join/place-script.ts'
import { startReferral } from './membership/ui/join/referral-script.ts'
import { startLeaveLinks } from './safety/ui/leave-script.ts'
import { loadSignIn } from './second-factor/ui/sign-in-loader.ts'
import { startLists } from './shell/ui/script/list.ts'
import { startPopups } from './shell/ui/script/popups.ts'
import { reopenWithoutPassword } from './shell/ui/script/reopen-without-password.ts'
import { hasSessionHint } from './shell/ui/script/session-hint.ts'
import { startShell } from './shell/ui/script/start-shell.ts'

/** Runs in documents, which load no React app. */
export function startDocument(): void {
  if (reopenWithoutPassword()) return
  const { signal } = new AbortController()
  startShell(signal)
  startPopups(signal)
  startLists(signal)
  startArticle(signal)
  startConversations(signal)
  startReferral(signal)
  startJoin(signal)
  startPlace(signal)
  startLeaveLinks(signal)
  listenForQuestions()
  restoreReplies()
  loadSignIn(signal)
  if (hasSessionHint())
    import('./auth/ui/header/account-script.ts').then(({ startAccount }) => startAccount(signal), console.error)
}
