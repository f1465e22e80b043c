/** Returns the text with its slots (`{email}`) filled. */
export const filled = (text: string, values: Partial<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Fills the slots of a state that the server rendered into a template. */
export function fillSlots(root: DocumentFragment, values: Partial<Record<string, string>>): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) text.nodeValue = filled(text.nodeValue ?? '', values)
  for (const input of root.querySelectorAll('input')) input.value = filled(input.value, values)
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]'))
    button.dataset.copy = filled(button.dataset.copy ?? '', values)
}
