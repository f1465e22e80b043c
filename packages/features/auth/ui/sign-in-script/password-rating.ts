import { passwordProblem, passwordWarning } from '../../rules.ts'
import { field, inputOf } from '../fields/form-values.ts'
import { debounceMs, type PasswordRating } from '../fields/password-rating.ts'

/** Says under a new password how hard it is to guess, once typing pauses. */
export function startPasswordRating(form: HTMLFormElement, signal: AbortSignal): void {
  const input = inputOf(form, field('password'))
  const hint = form.querySelector('[data-password-hint]')
  const status = hint?.nextElementSibling
  if (!input || !status) return
  let timer = 0
  let shownFor = ''
  const show = (rating: PasswordRating | null) => {
    const template = rating && form.querySelector<HTMLTemplateElement>(`[data-rating=${rating}]`)
    status.replaceChildren(...(template ? [document.importNode(template.content, true)] : []))
    hint.classList.toggle('sr-only', rating !== null)
  }
  const rate = async (password: string, own: string[]) => {
    try {
      const warning = await passwordWarning(password, own.filter(Boolean))
      if (input.value !== password || signal.aborted) return
      shownFor = password
      show(warning ?? 'good')
    } catch (error) {
      console.error(error)
    }
  }
  const schedule = () => {
    clearTimeout(timer)
    const { value: password } = input
    if (password !== shownFor) show(null)
    if (passwordProblem(password) !== null) return
    const own = [field('name'), field('email')].map((name) => inputOf(form, name)?.value ?? '')
    timer = window.setTimeout(rate, debounceMs, password, own)
  }
  form.addEventListener('input', schedule, { signal })
  // the fields change after the event
  form.addEventListener('reset', () => setTimeout(schedule), { signal })
  // typed before the script loaded
  schedule()
}
