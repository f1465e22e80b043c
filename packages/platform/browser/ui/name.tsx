import type { ReactElement } from 'react'

/** A name in any script: it does not turn the direction of the text around it, and translators leave it alone. */
export const Name = ({ children, className }: { children: string | null | undefined; className?: string }) => (
  <bdi translate="no" className={className}>
    {children}
  </bdi>
)

/** Stands in no message: the object replacement character. */
const placeholder = '\u{FFFC}'

/** Returns a message with the name in it as a `Name`. */
export function named(message: (name: string) => string, name: string): ReactElement {
  const parts = message(placeholder).split(placeholder)
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message have no other key
  return <span>{parts.flatMap((part, n) => (n === 0 ? [part] : [<Name key={n}>{name}</Name>, part]))}</span>
}
