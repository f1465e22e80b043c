/** Matches the paragraph or heading with this text, also where a name in it is an element of its own. */
export const wholeText = (text: string) => (_: string, element: Element | null) =>
  element?.matches('p, h1, h2, h3') === true && element.textContent?.trim() === text
