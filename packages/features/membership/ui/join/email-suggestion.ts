import { suggestEmail } from '@duo/platform/shared/text/email-suggestion.ts'

/** Offers another address below the field for a mistyped host. The visitor may ignore it. */
export function startEmailSuggestion(box: HTMLElement, signal: AbortSignal): void {
  const buttonOf = ({ form }: HTMLInputElement) => form?.querySelector<HTMLButtonElement>('[data-suggestion]') ?? null
  const show = (field: HTMLInputElement, email: string | null) => {
    const button = buttonOf(field)
    if (!button) return
    button.hidden = email === null
    if (email === null) return
    button.textContent = button.dataset.suggestion?.replace('{email}', () => email) ?? email
    button.onclick = () => {
      field.value = email
      button.hidden = true
      field.focus()
    }
  }
  const onField = (event: 'change' | 'input', change: (field: HTMLInputElement) => void) =>
    box.addEventListener(
      event,
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'email') change(target)
      },
      { signal },
    )
  onField('change', (field) => show(field, suggestEmail(field.value)))
  onField('input', (field) => show(field, null))
}
