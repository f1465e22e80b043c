import { Button, type ButtonVariant } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { useHydrated } from '@tanstack/react-router'
import type { inferRouterInputs } from '@trpc/server'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AppRouter } from '#server.ts'
import { useMutation } from '../api/use-mutation.ts'
import { codeIn, linkIn } from './pasted-code.ts'

const field: NameOf<inferRouterInputs<AppRouter>['auth']['redeemMailCode']> = (name) => name

interface MailCodeFormProps {
  onToken: (token: string) => void
  variant?: ButtonVariant
}

/** Exchanges the code that is printed in a mail for the token of its link, which the mail program cut. */
export function MailCodeForm({ onToken, variant }: MailCodeFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const [isMissing, setIsMissing] = useState(false)
  const [isEdited, setIsEdited] = useState(false)
  const { state, pending, run } = useMutation<string, 'wrong'>({
    call: async ({ auth }, code) => {
      const answer = await auth.redeemMailCode.mutate({ code })
      if (answer.error !== null) return 'wrong'
      const page = localizePath(answer.page, getLocale())
      open(`${page}#${answer.token}`)
      return null
    },
  })
  /** Opens another page for the code of another mail. */
  const open = (link: string) => {
    const [page, token = ''] = link.split('#', 2)
    if (page === window.location.pathname) onToken(token)
    else window.location.assign(link)
  }
  const problem = isMissing ? 'missing' : isEdited || (state !== 'wrong' && state !== 'failed') ? null : state
  useEffect(() => {
    if (problem === null) return
    input.current?.focus()
    input.current?.select()
  }, [problem])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = input.current?.value.trim() ?? ''
    setIsMissing(code === '')
    setIsEdited(false)
    const link = linkIn(code, window.location.origin)
    if (link !== null) open(link)
    else if (code !== '') void run(codeIn(code))
  }
  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      className="in-data-[ground=deep]:[--field-error:var(--color-on-deep)] in-data-[ground=deep]:[--field-hint:var(--color-on-deep-muted)]"
    >
      <Field
        ref={input}
        name={field('code')}
        label={m.shell_code_label()}
        hint={m.shell_code_hint()}
        error={problem && texts[problem]()}
        readOnly={pending}
        onInput={() => {
          setIsMissing(false)
          setIsEdited(true)
        }}
        required
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={2000}
        className="[&_input]:tabular-nums [&_input]:tracking-[0.12em]"
      />
      <Button type="submit" variant={variant} size="lg" busy={pending} disabled={!hydrated} className="mt-4 w-full">
        {m.shell_code_submit()}
      </Button>
    </form>
  )
}

const texts = { missing: m.shell_code_missing, wrong: m.shell_code_wrong, failed: m.shell_code_failed }
