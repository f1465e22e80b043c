import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { inputClasses } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import type { inferRouterInputs } from '@trpc/server'
import { type ReactNode, useId } from 'react'
import type { AppRouter } from '#server.ts'

/** As in the chat (`messageMaxLength`). */
export const askMaxLength = 4_000

const field: NameOf<inferRouterInputs<AppRouter>['chat']['ask']> = (name) => name

interface AskFieldProps {
  agent: { slug: string; name: string }
  label: string
  suggestions?: readonly string[]
  labelHidden?: boolean
  /** What follows the suggestions. */
  children?: ReactNode
}

/** Static until ask-loader.ts mounts the answer. `method="dialog"` submits nothing: an early press must put no question into the URL. */
export function AskField({ agent: { slug, name }, label, suggestions = [], labelHidden = false, children }: AskFieldProps) {
  const id = useId()
  return (
    <div data-ask={slug} data-name={name} className="noscript:hidden">
      <form method="dialog">
        <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-2 block font-semibold'}>
          {label}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name={field('question')}
            required
            maxLength={askMaxLength}
            autoComplete="off"
            enterKeyHint="send"
            placeholder={m.shell_ask_placeholder()}
            className={inputClasses}
          />
          <button type="submit" className={buttonClasses('primary', 'lg')}>
            {m.shell_ask_send()}
          </button>
        </div>
        {suggestions.length > 0 && (
          <ul data-ask-suggestions="" aria-label={m.shell_ask_suggestions()} className="mt-3 flex flex-wrap gap-2">
            {suggestions.map((question) => (
              <li key={question} className="min-w-0">
                <button
                  type="button"
                  data-ask-question=""
                  className="min-h-touch rounded-voice border border-line-strong bg-paper px-4 py-2 text-left text-sm transition-[border-color,border-radius] enabled-hover:rounded-heard enabled-hover:border-ink"
                >
                  {question}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div>{children}</div>
        <p data-ask-failed="" role="alert" hidden className="mt-3 text-sm font-semibold text-danger">
          {m.shell_ask_failed()}
        </p>
      </form>
    </div>
  )
}
