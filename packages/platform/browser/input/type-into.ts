/** Sets a text as if it was typed: React ignores values that are set through its own property. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React compares with the value that it last set or read
  field.value = ''
  const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
