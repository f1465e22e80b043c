import { memberKey } from '#session/ui/member-storage.ts'
import { sessionHintCookie } from '../../session-hint.ts'

export const hasSessionHint = () => document.cookie.includes(`${sessionHintCookie}=`)

/** Sets `data-session` and `data-member` on the root. Inline in every document, so it is short and constant. Blocked storage remembers no one. */
export const sessionHintScript = `{let d=document.documentElement.dataset;if(document.cookie.includes('${sessionHintCookie}='))d.session='';try{if(localStorage.getItem('${memberKey}'))d.member=''}catch{}}`
