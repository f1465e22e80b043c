import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { shareImagePath } from '@duo/platform/shared/share-image.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'

/** Sets noindex and a share card. Not part of the route, because every page loads all routes. */
export function AuthHead({ title }: { title: string }) {
  const { origin } = usePageContext()
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={m.auth_description()} />
      <meta name="keywords" content={m.auth_keywords()} />
      <meta property="og:site_name" content="Duo" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={m.auth_description()} />
      <meta property="og:image" content={origin + shareImagePath('/', getLocale())} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
