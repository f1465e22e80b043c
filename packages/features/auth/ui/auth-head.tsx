import { m } from '@duo/platform/i18n/messages.ts'
import { NoindexHead } from '#shell/ui/pages/noindex-head.tsx'

export function AuthHead({ title }: { title: string }) {
  return (
    <>
      <NoindexHead title={title} description={m.auth_description()} />
      <meta name="keywords" content={m.auth_keywords()} />
    </>
  )
}
