import { memberKey } from '#session/ui/member-storage.ts'
import { sessionHintCookie } from '../../session-hint.ts'

export const hasSessionHint = () => document.cookie.includes(`${sessionHintCookie}=`)

/** Where referral-script.ts keeps the code of an invitation for this tab. */
export const referralKey = 'duo.ref'

/** Sets `data-session`, `data-member` and `data-friend` (led here by a friend's invitation) on the root, before the first paint. Inline in every document, so it is short and constant. Blocked storage remembers no one. */
export const sessionHintScript = `{let d=document.documentElement.dataset;if(document.cookie.includes('${sessionHintCookie}='))d.session='';try{if(localStorage.getItem('${memberKey}'))d.member=''}catch{}if(/[?&]ref=./i.test(location.search))d.friend='';try{if(sessionStorage.getItem('${referralKey}'))d.friend=''}catch{}}`
