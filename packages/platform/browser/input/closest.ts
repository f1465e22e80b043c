/** Returns the closest element around an event's target that matches. Null if there is none, or the target is the document itself. */
export const closestTo = <Match extends Element = HTMLElement>(target: EventTarget | null, selector: string): Match | null =>
  target instanceof Element ? target.closest<Match>(selector) : null
