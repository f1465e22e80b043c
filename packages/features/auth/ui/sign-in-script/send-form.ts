import { reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { hasForeignName } from '@duo/platform/shared/email.ts'
import { localeFromPath } from '@duo/platform/shared/locale.ts'
import type { FirstStep } from '../../auth-endpoints.ts'
import { isValidEmail, nameProblem, passwordProblem } from '../../rules.ts'
import { signIn, signUp } from '../auth-client.ts'
import { type FormValues, readValues } from '../fields/form-values.ts'
import type { FormTexts } from '../sign-in/form-texts.ts'
import { continueSignIn } from './complete-sign-in.ts'
import { failureText, type Problems, refusalOf, showMessage, showProblems, textsOf } from './form-view.ts'
import type { SignInView } from './sign-in-view.ts'

interface Kind {
  problemsOf: (values: FormValues, texts: FormTexts) => Problems
  send: (values: FormValues, page: DOMStringMap) => ReturnType<typeof signIn>
}

const kinds: Record<string, Kind> = {
  'sign-in': {
    problemsOf: ({ email, password }, texts) => ({
      email: emailProblem(email, texts),
      password: password === '' ? texts.passwordRequired : undefined,
    }),
    send: ({ email, password }) => signIn({ email, password }),
  },
  'sign-up': {
    problemsOf: ({ name, email, password }, texts) => ({
      name: nameProblemText(name, texts),
      email: emailProblem(email, texts),
      password: newPasswordProblem(password, [name, email], texts),
    }),
    send: ({ name, email, password }, { next, confirmsEmail }) =>
      signUp(
        { name, email, password, language: localeFromPath(location.pathname), next },
        { signsIn: confirmsEmail === 'false' },
      ),
  },
}

/** Sends the form. `onCreated` shows what follows a sign-up whose address must be confirmed. */
export async function sendForm(view: SignInView, onCreated: (email: string, mailId: string | undefined) => void): Promise<void> {
  const { box, form, submit, setBusy, begin } = view
  const kind = kinds[form.dataset.authForm ?? '']
  if (!kind) return
  const texts = textsOf(form)
  const values = readValues(form)
  showMessage(form, null)
  const problems = kind.problemsOf(values, texts)
  showProblems(form, problems)
  if (Object.values(problems).some(Boolean)) return
  const isLatest = begin(submit)
  let after = () => {}
  try {
    const answer = await kind.send(values, box.dataset)
    if (answer.error !== null) after = () => showRefusal(form, { ...answer, email: values.email }, texts)
    else if (form.dataset.authForm === 'sign-up' && box.dataset.confirmsEmail === 'true')
      after = () => onCreated(values.email, mailIdOf(answer))
    // the page is being left: nothing may be pressed meanwhile
    else if (await continueSignIn(answer, box.dataset)) return
    else after = () => showMessage(form, texts.cookiesBlocked)
  } catch (error) {
    console.error(error)
    reportMissingPart(error)
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    after = () => showMessage(form, failureText(error, texts, isLate ? texts.late : texts.failed))
  }
  if (!isLatest()) return
  setBusy(null)
  after()
}

interface Refusal {
  error: string
  message: string
  email: string
}

function showRefusal(form: HTMLFormElement, { error, message, email }: Refusal, texts: FormTexts) {
  form.dataset.refused = email
  const known = refusalOf(error, texts)
  const text = known?.text ?? (message || texts.unknown)
  if (known?.field) showProblems(form, { [known.field]: text })
  else showMessage(form, text, error === 'email_not_verified')
}

const mailIdOf = (passed: FirstStep) => (passed.secondFactor ? undefined : passed.mailId)

function emailProblem(email: string, { refusals, emailRequired, emailForeign }: FormTexts): string | undefined {
  if (email === '') return emailRequired
  if (isValidEmail(email)) return undefined
  return hasForeignName(email) ? emailForeign : refusals.invalid_email.text
}

function nameProblemText(name: string, { refusals }: FormTexts): string | undefined {
  const problem = nameProblem(name)
  if (problem === null) return undefined
  return (problem === 'required' ? refusals.name_required : refusals.invalid_name).text
}

function newPasswordProblem(password: string, own: readonly string[], { refusals, passwordRequired }: FormTexts) {
  const problem = passwordProblem(password, own)
  if (problem === null) return undefined
  return problem === 'required' ? passwordRequired : refusals[`password_${problem}`].text
}
