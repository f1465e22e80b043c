import { closestTo } from '@duo/platform/browser/input/closest.ts'
/** Turns menu links into buttons of the drawer behind them. Listens on the document, because React replaces parts of it. */
export function startMenus(signal: AbortSignal): void {
  for (const link of document.querySelectorAll('[data-menu]')) becomeButton(link)
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event
      const opener = closestTo(target, '[data-menu]')
      const dialog = closestTo<HTMLDialogElement>(target, 'dialog[data-drawer]')
      if (opener) open(event, opener)
      else if (dialog && (closestTo(target, 'a, [data-close]') || (target === dialog && isOutside(event, dialog)))) dialog.close()
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const opener = closestTo(event.target, '[data-menu]')
      if (opener && event.key === ' ') open(event, opener)
    },
    { signal },
  )
}

function becomeButton(link: Element) {
  link.setAttribute('role', 'button')
  link.setAttribute('aria-haspopup', 'dialog')
  link.setAttribute('aria-expanded', 'false')
}

function open(event: Event, opener: HTMLElement) {
  const dialog = opener.nextElementSibling
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return
  event.preventDefault()
  becomeButton(opener)
  opener.setAttribute('aria-expanded', 'true')
  dialog.addEventListener(
    'close',
    () => {
      opener.setAttribute('aria-expanded', 'false')
      // Safari does not focus a clicked element, so closing would not return the focus; a link may have moved it on
      const { activeElement } = document
      if (activeElement === document.body || dialog.contains(activeElement)) opener.focus({ preventScroll: true })
    },
    { once: true },
  )
  dialog.showModal()
}

/** A press on the backdrop has the dialog as its target, so positions decide. */
function isOutside({ clientX: x, clientY: y }: MouseEvent, dialog: HTMLDialogElement) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}
