import { type ReactNode, useContext } from 'react'
import { CitedSources } from './citation.tsx'

/** A quotation in the language of its source: a screen reader reads it so, whatever the language of the reply (WCAG 3.1.2). */
export function Quotation({ number, children }: { number: number | undefined; children: ReactNode[] }) {
  const source = useContext(CitedSources)?.[(number ?? 0) - 1]
  return <blockquote lang={source?.language}>{...children}</blockquote>
}
