import { PageSection, type PageSectionProps } from '@duo/platform/browser/ui/page-section.tsx'
import { useEffect } from 'react'

export function StatusSection(section: Omit<PageSectionProps, 'text'>) {
  useShowLinked(section.id)
  return <PageSection {...section} className="py-12 lg:py-16" />
}

/** Shows the section that the address names, and moves the focus there. Sections load after the page, so the browser cannot. */
function useShowLinked(id: string): void {
  useEffect(() => {
    const title = window.location.hash === `#${id}` ? document.getElementById(id) : null
    if (!title) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
    title.scrollIntoView({ behavior: 'instant' })
  }, [id])
}
