import { sessionHintCookie } from '../../session-hint.ts'

export const hasSessionHint = () => document.cookie.includes(`${sessionHintCookie}=`)

/** Sets `data-session` on the root. Inline in every document, so it is short and constant. */
export const sessionHintScript = `if(document.cookie.includes('${sessionHintCookie}='))document.documentElement.dataset.session=''`
