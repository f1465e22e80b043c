import { m } from '@duo/platform/i18n/messages.ts'

/**
 * The head of a page about an account: nothing for search engines. Said in the page and not in its route, because every page of the
 * site loads all routes.
 */
export function AuthHead({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={m.auth_description()} />
    </>
  )
}
