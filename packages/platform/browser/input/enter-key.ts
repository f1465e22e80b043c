interface Key {
  key: string
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing: boolean }
}

/** The Enter of Safari that ends a composition comes after it, with this code. */
const composingCode = 229

/** Whether the key belongs to an input method, which is composing a character, and not to the page. */
export const isComposing = ({ keyCode, isComposing: composes, nativeEvent }: Key): boolean =>
  keyCode === composingCode || (nativeEvent ?? { isComposing: composes }).isComposing === true

/** Whether Enter was pressed to act, not to choose what an input method offers. */
export const isEnter = (event: Key): boolean => event.key === 'Enter' && !isComposing(event)
