import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { copyText } from '@duo/platform/browser/input/copy-text.ts'

/** ms (spec, section 4). */
export const copiedDurationMs = 2000

const timers = new WeakMap<Element, number>()

/** Copies the text in `data-copy`. A failure is only logged (spec, section 8), and the text is shown to copy by hand. */
export function startCopyButtons(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = closestTo(event.target, 'button[data-copy]')
      if (button) copy(button)
    },
    { signal },
  )
}

async function copy(button: HTMLElement) {
  try {
    await copyText(button.dataset.copy ?? '')
    window.clearTimeout(timers.get(button))
    show(button, true)
    timers.set(
      button,
      window.setTimeout(() => show(button, false), copiedDurationMs),
    )
  } catch (error) {
    console.error(error)
    const byHand = button.closest('[data-copy-scope]')?.querySelector<HTMLElement>('[data-copy-by-hand]')
    if (byHand instanceof HTMLInputElement) {
      byHand.focus()
      byHand.select()
    } else if (byHand) byHand.hidden = false
  }
}

function show(button: HTMLElement, isCopied: boolean) {
  const [label, copied] = button.querySelectorAll('[aria-hidden]')
  label?.setAttribute('aria-hidden', String(isCopied))
  copied?.setAttribute('aria-hidden', String(!isCopied))
  const status = button.nextElementSibling
  if (status) status.textContent = isCopied ? (copied?.textContent ?? '') : ''
}
