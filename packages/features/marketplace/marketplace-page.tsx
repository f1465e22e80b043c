import { m } from '@duo/platform/i18n/messages.ts'

/** Where signed-in people arrive. Its agents come with the marketplace itself; until then this is its empty state (spec, section 2). */
export function Page() {
  return (
    <section className="notice">
      {/* not in the route: every page loads all routes */}
      <title>{m.marketplace_page_title()}</title>
      <meta name="robots" content="noindex" />
      <h1>{m.marketplace_heading()}</h1>
      <p className="font-voice text-2xl">{m.marketplace_empty_title()}</p>
      <p className="max-w-[52ch] text-lg">{m.marketplace_empty_text()}</p>
    </section>
  )
}
