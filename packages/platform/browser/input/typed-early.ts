import { useEffect, useState } from 'react'
import { typeInto } from './type-into.ts'

const textField = (id: string) => {
  const field = document.getElementById(id)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null
}

/** Empty on the server, and for a field that is new or as the server has rendered it. */
function typedEarly(id: string): string {
  const field = typeof document === 'undefined' ? null : textField(id)
  return field && field.value !== field.defaultValue ? field.value : ''
}

/**
 * Passes what was typed into a field before the page's scripts arrived to the owner of its text: React would clear it. `id`: of the field.
 * Does nothing for a field that keeps its text itself.
 */
export function useTypedEarly(id: string, isControlled: boolean): void {
  const [early] = useState(() => (isControlled ? typedEarly(id) : ''))
  useEffect(() => {
    const field = early === '' ? null : textField(id)
    if (field) typeInto(field, early)
  }, [early, id])
}
