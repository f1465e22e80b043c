import { PageSection, type PageSectionProps } from '@duo/platform/browser/ui/page-section.tsx'

export const SettingsSection = (section: PageSectionProps) => <PageSection {...section} className="py-10 lg:py-14" />
