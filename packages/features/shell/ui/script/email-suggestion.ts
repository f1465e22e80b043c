import { suggestEmail } from '@duo/platform/shared/email/email-suggestion.ts'

/** Offers another address for a mistyped host, in the button `[data-suggestion]` of the form. The visitor may ignore it. */
export function startEmailSuggestion(box: HTMLElement, signal: AbortSignal): void {
  const buttonOf = ({ form }: HTMLInputElement) => form?.querySelector<HTMLButtonElement>('[data-suggestion]') ?? null
  const show = (input: HTMLInputElement, email: string | null) => {
    const button = buttonOf(input)
    if (!button) return
    button.hidden = email === null
    if (email === null) return
    button.textContent = button.dataset.suggestion?.replace('{email}', () => email) ?? email
    button.onclick = () => {
      input.value = email
      // the address is judged as if it was typed, which hides this button too
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.focus()
    }
  }
  const onField = (event: 'change' | 'input', change: (input: HTMLInputElement) => void) =>
    box.addEventListener(
      event,
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'email') change(target)
      },
      { signal },
    )
  onField('change', (input) => show(input, suggestEmail(input.value)))
  onField('input', (input) => show(input, null))
  // typed before the script loaded
  for (const input of box.querySelectorAll<HTMLInputElement>('input[type=email]'))
    if (input.value !== '' && input !== document.activeElement) show(input, suggestEmail(input.value))
}
