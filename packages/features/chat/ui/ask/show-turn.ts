/**
 * Scrolls a new question to the top, and focuses it unless its asker is typing the next one. `scrollInBox` returns whether it has scrolled a
 * box of its own instead of the page.
 */
export function showTurn(turn: HTMLElement, scrollInBox: (turn: HTMLElement) => boolean = () => false): void {
  if (!scrollInBox(turn)) turn.scrollIntoView({ block: 'start' })
  // with a keyboard the field keeps the focus for the next question; on a touch screen it would cover the reply
  const isTyping = document.activeElement?.matches('input, textarea') === true && matchMedia('(hover: hover)').matches
  if (!isTyping) turn.focus({ preventScroll: true })
}
