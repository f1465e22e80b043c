import { m } from '@duo/platform/i18n/messages.ts'
import { localeCookie } from '@duo/platform/shared/locale.ts'
import { deviceDays, sessionDays } from '../../auth/rules.ts'
import { welcomeKey } from '../../auth/ui/header/welcome.ts'
import { consentCookie } from '../../consent/ui/consent.ts'
import { authKey } from '../../session/ui/session-events.ts'
import { sessionHintCookie } from '../../shell/session-hint.ts'
import { placeKey } from '../../shell/ui/script/language.ts'
import { reloadedKey } from '../../shell/ui/script/renewed.ts'

/** The router's storage key; an end-to-end test compares it with the browser. */
const scrollKey = 'tsr-scroll-restoration-v1_3'

export function PrivacyBrowser() {
  const things = [
    { id: 'lang', name: <code translate="no">{localeCookie}</code>, text: m.legal_browser_lang_text() },
    { id: 'consent', name: <code translate="no">{consentCookie}</code>, text: m.legal_browser_consent_text() },
    { id: 'member', name: <code translate="no">duo.waitlist</code>, text: m.legal_browser_member_text() },
    { id: 'survey', name: <code translate="no">duo.survey</code>, text: m.legal_browser_survey_text() },
    { id: 'ref', name: <code translate="no">duo.ref</code>, text: m.legal_browser_ref_text() },
    { id: 'key', name: <code translate="no">duo.key.…</code>, text: m.legal_browser_key_text() },
    {
      id: 'session',
      name: <code translate="no">duo.session_token</code>,
      text: m.legal_browser_session_text({ days: sessionDays }),
    },
    { id: 'hint', name: <code translate="no">{sessionHintCookie}</code>, text: m.legal_browser_hint_text() },
    { id: 'device', name: <code translate="no">duo.device</code>, text: m.legal_browser_device_text({ days: deviceDays }) },
    { id: 'state', name: <code translate="no">duo.state.…</code>, text: m.legal_browser_state_text() },
    { id: 'second-step', name: <code translate="no">duo.second_step</code>, text: m.legal_browser_second_step_text() },
    { id: 'passkey', name: <code translate="no">duo.passkey</code>, text: m.legal_browser_passkey_text() },
    { id: 'auth', name: <code translate="no">{authKey}</code>, text: m.legal_browser_auth_text() },
    {
      id: 'draft',
      name: (
        <span>
          <code translate="no">duo.kept.…</code>, <code translate="no">duo.kept.of</code>,{' '}
          <code translate="no">duo.kept.tab</code>
        </span>
      ),
      text: m.legal_browser_draft_text(),
    },
    { id: 'ask', name: <code translate="no">duo.ask</code>, text: m.legal_browser_ask_text() },
    {
      id: 'chat',
      name: (
        <span>
          <code translate="no">duo.chat.history</code>, <code translate="no">duo.chat.keys</code>
        </span>
      ),
      text: m.legal_browser_chat_text(),
    },
    {
      id: 'handover',
      name: (
        <span>
          <code translate="no">{placeKey}</code>, <code translate="no">{welcomeKey}</code>
        </span>
      ),
      text: m.legal_browser_handover_text(),
    },
    { id: 'renewed', name: <code translate="no">{reloadedKey}</code>, text: m.legal_browser_renewed_text() },
    { id: 'scroll', name: <code translate="no">{scrollKey}</code>, text: m.legal_browser_scroll_text() },
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
