import { PageSection, type PageSectionProps } from '@duo/platform/browser/ui/page-section.tsx'
import { useEffect } from 'react'

export function StatusSection(section: Omit<PageSectionProps, 'text'>) {
  useShowLinked(section.id)
  return <PageSection {...section} className="py-12 lg:py-16" />
}

/** The address whose section was shown. It is not shown again, for example when a confirmation changes the page. */
let shownAddress = ''

/** Shows the section that the address names, and moves the focus there. Sections load after the page, so the browser cannot. */
function useShowLinked(id: string): void {
  useEffect(() => {
    const { hash, href } = window.location
    const title = hash === `#${id}` ? document.getElementById(id) : null
    if (!title || shownAddress === href) return
    shownAddress = href
    title.tabIndex = -1
    title.focus({ preventScroll: true })
    title.scrollIntoView({ behavior: 'instant' })
  }, [id])
}
