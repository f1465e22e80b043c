import type { Provider } from '../../rules.ts'
import { signInWith } from '../auth-client.ts'
import { failureText, refusalOf, showMessage, textsOf } from './form-view.ts'
import type { SignInView } from './sign-in-view.ts'

/** Leaves for the provider's page. */
export async function redirectTo(
  provider: Provider,
  button: HTMLButtonElement,
  { box, form, setBusy }: SignInView,
): Promise<void> {
  const { failedPath = '', failed = '' } = button.dataset
  const texts = textsOf(form)
  setBusy(button)
  showMessage(form, null)
  let problem: string
  try {
    const answer = await signInWith(provider, box.dataset.target ?? '', failedPath)
    if (answer.error === null) return location.assign(answer.url)
    // better-auth's messages about its configuration are not shown (spec, section 8)
    problem = refusalOf(answer.error, texts)?.text ?? failed
  } catch (error) {
    console.error(error)
    problem = failureText(error, texts, failed)
  }
  setBusy(null)
  showMessage(form, problem)
}
