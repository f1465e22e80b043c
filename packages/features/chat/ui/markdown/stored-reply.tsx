import { memo, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Source } from '../../schema.ts'
import { Citation, CitedSources } from '../citations/citation.tsx'
import { replyClasses } from './reply-classes.ts'

interface StoredReplyProps {
  /** From the server only, which sanitised it. */
  html: string
  sources: readonly Source[]
}

/** Shows a reply's stored HTML with citations that open. It needs no Markdown parser. Give it the HTML as its key. */
export const StoredReply = memo(function StoredReply({ html, sources }: StoredReplyProps) {
  const root = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<readonly HTMLElement[]>([])
  // before the first paint, so that a number is never seen without its button
  useLayoutEffect(() => {
    const found = [...(root.current?.querySelectorAll<HTMLElement>('[data-source]') ?? [])]
    for (const place of found) {
      place.replaceChildren()
      place.removeAttribute('class')
    }
    setPlaces(found)
  }, [])
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by reply-to-html.ts */}
      <div ref={root} className={replyClasses} dangerouslySetInnerHTML={{ __html: html }} />
      <CitedSources value={sources}>
        {places.map((place, index) =>
          createPortal(<Citation number={Number(place.dataset.source)} />, place, `${index} ${place.dataset.source}`),
        )}
      </CitedSources>
    </>
  )
})
