import { getLocale } from '@duo/platform/i18n/locale.ts'
import { shareImagePath } from '@duo/platform/shared/share-image.ts'
import { usePageContext } from './page-context.ts'

interface NoindexHeadProps {
  title: string
  description: string
  /** Path of the page's own picture for link previews. */
  image?: string
}

/** Rendered by the page and not by its route, because every page loads all routes. */
export function NoindexHead({ title, description, image }: NoindexHeadProps) {
  const { origin } = usePageContext()
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={description} />
      <meta property="og:site_name" content="Duo" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={origin + (image ?? shareImagePath('/', getLocale()))} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
