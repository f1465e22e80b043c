/** Closes a `<details data-popup>` on an outside press or focus and on Escape, which returns the focus. */
export function startPopups(signal: AbortSignal): void {
  const popups = () => document.querySelectorAll<HTMLDetailsElement>('details[data-popup][open]')
  const closeOutside = ({ target }: Event) => {
    for (const popup of popups()) if (!(target instanceof Node && popup.contains(target))) popup.open = false
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    for (const popup of popups()) {
      popup.open = false
      popup.querySelector('summary')?.focus()
    }
  }
  document.addEventListener('pointerdown', closeOutside, { signal })
  document.addEventListener('focusin', closeOutside, { signal })
  document.addEventListener('keydown', closeOnEscape, { signal })
}
