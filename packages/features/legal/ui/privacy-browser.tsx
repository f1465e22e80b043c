import { m } from '@duo/platform/i18n/messages.ts'
import { localeCookie } from '@duo/platform/shared/locale.ts'
import { deviceDays, sessionDays } from '../../auth/rules.ts'
import { welcomeKey } from '../../auth/ui/header/welcome.ts'
import { consentCookie } from '../../consent/ui/consent.ts'
import { authKey } from '../../session/ui/session-events.ts'
import { sessionHintCookie } from '../../shell/session-hint.ts'
import { placeKey } from '../../shell/ui/script/language.ts'

/** The router's storage key; an end-to-end test compares it with the browser. */
const scrollKey = 'tsr-scroll-restoration-v1_3'

export function PrivacyBrowser() {
  const things = [
    { id: 'lang', name: <code>{localeCookie}</code>, text: m.legal_browser_lang_text() },
    { id: 'consent', name: <code>{consentCookie}</code>, text: m.legal_browser_consent_text() },
    { id: 'member', name: <code>duo.waitlist</code>, text: m.legal_browser_member_text() },
    { id: 'survey', name: <code>duo.survey</code>, text: m.legal_browser_survey_text() },
    { id: 'ref', name: <code>duo.ref</code>, text: m.legal_browser_ref_text() },
    { id: 'key', name: <code>duo.key.…</code>, text: m.legal_browser_key_text() },
    { id: 'session', name: <code>duo.session_token</code>, text: m.legal_browser_session_text({ days: sessionDays }) },
    { id: 'hint', name: <code>{sessionHintCookie}</code>, text: m.legal_browser_hint_text() },
    { id: 'device', name: <code>duo.device</code>, text: m.legal_browser_device_text({ days: deviceDays }) },
    { id: 'state', name: <code>duo.state</code>, text: m.legal_browser_state_text() },
    { id: 'second-step', name: <code>duo.second_step</code>, text: m.legal_browser_second_step_text() },
    { id: 'passkey', name: <code>duo.passkey</code>, text: m.legal_browser_passkey_text() },
    { id: 'auth', name: <code>{authKey}</code>, text: m.legal_browser_auth_text() },
    {
      id: 'draft',
      name: (
        <>
          <code>duo.kept.…</code>, <code>duo.kept.of</code>
        </>
      ),
      text: m.legal_browser_draft_text(),
    },
    { id: 'ask', name: <code>duo.ask</code>, text: m.legal_browser_ask_text() },
    {
      id: 'chat',
      name: (
        <>
          <code>duo.chat.history</code>, <code>duo.chat.keys</code>
        </>
      ),
      text: m.legal_browser_chat_text(),
    },
    {
      id: 'handover',
      name: (
        <>
          <code>{placeKey}</code>, <code>{welcomeKey}</code>
        </>
      ),
      text: m.legal_browser_handover_text(),
    },
    { id: 'scroll', name: <code>{scrollKey}</code>, text: m.legal_browser_scroll_text() },
    { id: 'tags', name: m.legal_browser_tags_name(), text: m.legal_browser_tags_text() },
  ]
  return (
    <>
      <p>{m.legal_browser_text()}</p>
      <dl>
        {things.map(({ id, name, text }) => (
          <div key={id} className="border-t border-line py-3">
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
