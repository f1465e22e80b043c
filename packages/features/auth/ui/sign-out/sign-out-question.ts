import { buttonClasses } from '@duo/platform/browser/ui/forms/button-classes.ts'
import { hasUnsentText, signOut } from '../auth-client.ts'

/** Passed in, because the script of a document has no messages. */
interface SignOutTexts {
  signOut: string
  cancel: string
  unsent: string
  failed: string
}

/** Asks whether unsent text may be deleted. True if there is none. */
export const askToSignOut = async (texts: SignOutTexts): Promise<boolean> => !hasUnsentText() || (await ask(texts.unsent, texts))

/**
 * Signs out. A failure is shown and can be retried: a user who leaves a shared computer must not believe that the session has ended.
 * Returns false if the user stays signed in.
 */
export async function signOutOrShow(texts: SignOutTexts): Promise<boolean> {
  while (!(await signOut())) if (!(await ask(texts.failed, texts))) return false
  return true
}

const dialogClasses =
  'm-auto w-[min(28rem,calc(100vw-2.5rem))] animate-rise rounded-voice bg-paper-raised p-6 text-ink shadow-lift backdrop:animate-fade backdrop:bg-scrim'

/**
 * In-app browsers answer `confirm()` themselves, hence a dialog of the page. Built without React for documents, and not loaded on demand:
 * it must appear offline too.
 */
function ask(text: string, { signOut, cancel }: SignOutTexts): Promise<boolean> {
  const opener = document.activeElement
  const dialog = document.createElement('dialog')
  dialog.className = dialogClasses
  dialog.setAttribute('role', 'alertdialog')
  dialog.setAttribute('aria-label', signOut)
  dialog.setAttribute('aria-describedby', 'sign-out-text')
  const question = document.createElement('p')
  question.id = 'sign-out-text'
  question.className = 'font-semibold'
  question.textContent = text
  const choices = document.createElement('div')
  choices.className = 'mt-6 grid grid-cols-2 gap-3'
  // the first has the focus
  choices.append(makeButton(cancel, 'quiet'), makeButton(signOut, 'primary'))
  dialog.append(question, choices)
  return new Promise((resolve) => {
    let isConfirmed = false
    choices.onclick = ({ target }) => {
      if (!(target instanceof HTMLButtonElement)) return
      isConfirmed = target === choices.lastChild
      dialog.close()
    }
    dialog.onclose = () => {
      dialog.remove()
      focusFirst(opener, menuButtonOf(opener), document.getElementById('content'))
      resolve(isConfirmed)
    }
    document.body.append(dialog)
    dialog.showModal()
  })
}

function makeButton(text: string, variant: 'primary' | 'quiet') {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = buttonClasses(variant)
  button.textContent = text
  return button
}

/** The dialog has closed the menu, if the button in it was pressed. */
const menuButtonOf = (element: Element | null) => {
  const menu = element?.closest('[popover]')
  return menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : null
}

/** Safari does not focus a clicked button, and hidden elements take no focus. */
function focusFirst(...elements: (Element | null)[]) {
  for (const element of elements) {
    if (!(element instanceof HTMLElement) || element === document.body) continue
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
