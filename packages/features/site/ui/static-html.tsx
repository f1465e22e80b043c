import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'

/** Awaited by the route's loader wherever it must be rendered. */
export const homeStaticSections = lazyRouteComponent(() => import('./home/static-sections.tsx'), 'HomeStaticSections')

/** Rendered on the server only. */
export const noScriptResult = lazyRouteComponent(() => import('./home/no-script-result.tsx'), 'NoScriptResult')

interface StaticHtmlProps {
  id: string
  part: ComponentType
}

/**
 * Renders a static part. The browser reuses the server's HTML without loading the part's code, except after client-side
 * navigation.
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
