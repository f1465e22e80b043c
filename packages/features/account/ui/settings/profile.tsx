import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { Option } from '@duo/platform/browser/ui/forms/option.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { type Locale, locales, pathInLocale } from '@duo/platform/shared/locale.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { nameInputMaxLength } from '#auth/rules.ts'
import type { User } from '#auth/schema.ts'
import { nameProblemText } from '#auth/ui/fields/name-problem-text.ts'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import { ActionMessage, successResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import { emitSessionEvent } from '#session/ui/session-events.ts'
import { rememberLocale } from '#shell/ui/script/language.ts'
import type { profileInput } from '../../schema.ts'

const field: FieldOf<typeof profileInput> = (name) => name

export function AccountProfile({ user }: { user: User }) {
  return (
    <SettingsSection id="profile" title={m.account_profile()}>
      <NameForm user={user} />
      <LanguageChoice storedLanguage={user.language} />
    </SettingsSection>
  )
}

function NameForm({ user }: { user: User }) {
  const { busy, result, run, clear, api, auth, router } = useAccountAction()
  // null until the user types, so that a change in another tab is shown
  const [typed, setTyped] = useState<string | null>(null)
  const storedName = user.user_metadata.full_name
  const name = typed ?? storedName
  // what was stored when the user began to type
  const [previousName, setPreviousName] = useState(storedName)
  const isOverwriting = typed !== null && storedName !== previousName && storedName !== typed
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const save = () =>
    run(async () => {
      const answer = await (await api()).auth.updateProfile.mutate({ name: name.trim() })
      const { viewer } = auth.get()
      if (viewer) emitSessionEvent(auth, 'user_updated', { ...viewer, name: answer.user.user_metadata.full_name })
      await router.invalidate()
      setTyped(null)
      return successResult(m.account_saved())
    })
  return (
    <form
      noValidate
      method="post"
      onInput={clear}
      onSubmit={(event) => {
        event.preventDefault()
        const problem = nameProblemText(name)
        setError(problem)
        if (problem === undefined) return save()
        clear()
        input.current?.focus()
      }}
    >
      <div className="flex items-start gap-4">
        <Avatar name={name} className="mt-7 size-14 text-lg max-sm:hidden" />
        <Field
          ref={input}
          label={m.auth_name()}
          name={field('name')}
          autoComplete="name"
          required
          maxLength={nameInputMaxLength}
          value={name}
          readOnly={busy}
          error={error}
          onChange={(event) => {
            if (typed === null) setPreviousName(storedName)
            setTyped(event.target.value)
            setError(undefined)
          }}
          className="max-w-xl flex-1"
          beside={
            <Button type="submit" variant="quiet" size="lg" busy={busy} disabled={!hydrated} aria-disabled={busy || undefined}>
              {m.account_save()}
            </Button>
          }
        />
      </div>
      <p role="status" className="mt-2 max-w-xl font-semibold wrap-anywhere empty:hidden">
        {isOverwriting && m.account_name_elsewhere({ name: storedName })}
      </p>
      <ActionMessage result={result} />
    </form>
  )
}

const names: Record<Locale, () => string> = { en: m.shell_language_en, pt: m.shell_language_pt }

function LanguageChoice({ storedLanguage }: { storedLanguage: Locale }) {
  const { busy, result, run, api } = useAccountAction()
  const choose = (language: Locale) =>
    run(async () => {
      await (await api()).auth.updateProfile.mutate({ language })
      rememberLocale(language)
      location.assign(pathInLocale('/account', language))
      return null
    })
  return (
    // not disabled while busy: that would drop the keyboard focus
    <fieldset className="mt-8" aria-busy={busy}>
      <legend className="text-sm font-semibold">{m.account_language()}</legend>
      <p className="mb-3 text-sm text-muted">
        {storedLanguage === getLocale() ? m.account_language_text() : m.account_language_other()}
      </p>
      <div className="flex flex-wrap gap-3">
        {locales.map((language) => (
          <Option
            key={language}
            type="radio"
            name={field('language')}
            lang={language}
            checked={language === storedLanguage}
            onChange={() => choose(language)}
            // the stored language fires no change, but the page may be in another one
            onClick={() => language === storedLanguage && language !== getLocale() && choose(language)}
          >
            {names[language]()}
          </Option>
        ))}
      </div>
      <ActionMessage result={result} />
    </fieldset>
  )
}
