/**
 * Copies a text. Throws if the browser does not let us: then show the text to copy by hand. Over plain http browsers have no clipboard, and
 * in a frame or without the permission they refuse it, but most still copy a selection.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (!copySelection(text)) throw error
  }
}

/** Returns whether the browser has copied the text. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  // a modal dialog takes the focus back from everything outside it
  const place = focused?.closest('dialog, [role="dialog"]') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
