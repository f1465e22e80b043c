import { PageSection, type PageSectionProps } from '@duo/platform/browser/ui/page-section.tsx'

export const StatusSection = (section: Omit<PageSectionProps, 'text'>) => <PageSection {...section} className="py-12 lg:py-16" />
