import { m } from '@duo/platform/i18n/messages.ts'
import { refusalTexts } from '../error-messages.ts'
import type { FormTexts } from './form-texts.ts'

/** Attributes of a form that sign-in-script.ts sends. */
export function formProps(kind: 'sign-in' | 'sign-up', { failed, late }: Pick<FormTexts, 'failed' | 'late'>) {
  const texts: FormTexts = {
    refusals: refusalTexts(),
    unknown: m.auth_account_failed(),
    failed,
    late,
    moment: m.auth_wait_moment(),
    emailRequired: m.auth_email_required(),
    emailForeign: `${m.auth_email_invalid()} ${m.ui_email_foreign()}`,
    passwordRequired: m.auth_password_required(),
    cookiesBlocked: m.auth_cookies_blocked(),
  }
  return { noValidate: true, method: 'post', 'data-auth-form': kind, 'data-texts': JSON.stringify(texts) } as const
}
