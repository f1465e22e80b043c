import { m } from '@duo/platform/i18n/messages.ts'
import { localeCookie } from '@duo/platform/shared/locale.ts'
import type { ReactNode } from 'react'
import { deviceDays, sessionDays } from '../../auth/rules.ts'
import { heldPrefix } from '../../auth/ui/auth-client.ts'
import { welcomeKey } from '../../auth/ui/header/welcome.ts'
import { addressKey } from '../../auth/ui/sign-in-script/visit.ts'
import { consentCookie } from '../../consent/ui/consent.ts'
import { authKey } from '../../session/ui/session-events.ts'
import { talkPrefix } from '../../session/ui/talk-storage.ts'
import { sessionHintCookie } from '../../shell/session-hint.ts'
import { placeKey } from '../../shell/ui/script/language.ts'
import { reloadedKey } from '../../shell/ui/script/renewed.ts'

/** The router's storage key; an end-to-end test compares it with the browser. */
const scrollKey = 'tsr-scroll-restoration-v1_3'

export function PrivacyBrowser() {
  const things = [
    { names: [localeCookie], text: m.legal_browser_lang_text() },
    { names: [consentCookie], text: m.legal_browser_consent_text() },
    { names: ['duo.waitlist'], text: m.legal_browser_member_text() },
    { names: ['duo.survey'], text: m.legal_browser_survey_text() },
    { names: ['duo.ref'], text: m.legal_browser_ref_text() },
    { names: ['duo.key.…'], text: m.legal_browser_key_text() },
    { names: ['duo.session_token'], text: m.legal_browser_session_text({ days: sessionDays }) },
    { names: [sessionHintCookie], text: m.legal_browser_hint_text() },
    { names: ['duo.device'], text: m.legal_browser_device_text({ days: deviceDays }) },
    { names: ['duo.state.…'], text: m.legal_browser_state_text() },
    { names: ['duo.second_step'], text: m.legal_browser_second_step_text() },
    { names: ['duo.passkey'], text: m.legal_browser_passkey_text() },
    { names: [authKey], text: m.legal_browser_auth_text() },
    { names: ['duo.kept.…', 'duo.kept.of', 'duo.kept.tab', `${heldPrefix}…`], text: m.legal_browser_draft_text() },
    { names: ['duo.ask'], text: m.legal_browser_ask_text() },
    { names: [`${talkPrefix}…`], text: m.legal_browser_talk_text() },
    { names: ['duo.chat.history', 'duo.chat.keys'], text: m.legal_browser_chat_text() },
    { names: [placeKey, welcomeKey, addressKey], text: m.legal_browser_handover_text() },
    { names: [reloadedKey], text: m.legal_browser_renewed_text() },
    { names: [scrollKey], text: m.legal_browser_scroll_text() },
  ]
  return (
    <>
      <p>{m.legal_browser_text()}</p>
      <dl>
        {things.map(({ names, text }) => (
          <Thing key={text} text={text}>
            {names.map((name, index) => (
              <span key={name}>
                {index > 0 && <span>, </span>}
                <code translate="no">{name}</code>
              </span>
            ))}
          </Thing>
        ))}
        <Thing text={m.legal_browser_tags_text()}>{m.legal_browser_tags_name()}</Thing>
      </dl>
    </>
  )
}

function Thing({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="border-t border-line py-3">
      <dt className="font-semibold">{children}</dt>
      <dd className="mt-1">{text}</dd>
    </div>
  )
}
