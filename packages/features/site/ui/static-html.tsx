import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'

/** The home page's story; its route's loader waits for it wherever it has to be rendered. */
export const homeStaticSections = lazyRouteComponent(() => import('./home/static-sections.tsx'), 'HomeStaticSections')

/** What came of a form that was posted without scripts; only the server renders it. */
export const noScriptResult = lazyRouteComponent(() => import('./home/no-script-result.tsx'), 'NoScriptResult')

interface StaticHtmlProps {
  /** The id of the element around it. */
  id: string
  part: ComponentType
}

/**
 * A part of a page in which nothing happens: text, drawings, plain links. A browser that got it as HTML keeps it as it is and never
 * loads its code; one that comes from another page of ours renders it as usual.
 */
export function StaticHtml({ id, part: Part }: StaticHtmlProps) {
  const [html] = useState(() => (typeof document === 'undefined' ? undefined : document.getElementById(id)?.innerHTML))
  if (html === undefined)
    return (
      <div id={id}>
        <Part />
      </div>
    )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what the page itself holds, told to React as it is
  return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />
}
