/** Adds what browsers of before 2022 lack and libraries call. Import it first. */
for (const type of [Array, String]) addAt(type.prototype)

export function addAt(prototype: ArrayLike<unknown>): void {
  if ('at' in prototype) return
  Object.defineProperty(prototype, 'at', {
    configurable: true,
    writable: true,
    value(this: ArrayLike<unknown>, place: number) {
      const whole = Math.trunc(place) || 0
      return this[whole < 0 ? this.length + whole : whole]
    },
  })
}

/** Whether the browser lacks what the app needs and cannot be added, as Safari before 15.4 does. */
export const isOldBrowser = (): boolean =>
  typeof HTMLDialogElement === 'undefined' || typeof HTMLDialogElement.prototype.showModal !== 'function' || !('hasOwn' in Object)
