import { m } from '@duo/platform/i18n/messages.ts'
import type { Heading } from '../../schema.ts'

interface TableOfContentsProps {
  headings: readonly Heading[]
  interfaceTag: string | undefined
}

const maxLines = 18

export function TableOfContents({ headings, interfaceTag }: TableOfContentsProps) {
  const sections = headings.length > maxLines ? headings.filter(({ depth }) => depth === 2) : headings
  const lines = <Lines headings={sections} />
  return (
    <>
      <details className="group border-y border-line-strong lg:hidden print:hidden">
        <summary
          lang={interfaceTag}
          className="flex min-h-14 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden"
        >
          {m.blog_contents()}
          <span aria-hidden="true" className="font-display text-2xl font-[300] transition-transform group-open:rotate-45">
            +
          </span>
        </summary>
        <nav aria-label={m.blog_contents()} className="pb-4">
          {lines}
        </nav>
      </details>
      <nav
        aria-labelledby="contents-title"
        className="sticky top-24 hidden max-h-[calc(100svh-7rem)] self-start overflow-y-auto text-sm lg:col-span-3 lg:block print:hidden"
      >
        <p id="contents-title" lang={interfaceTag} className="border-t border-line-strong pt-3 pb-1 text-muted">
          {m.blog_contents()}
        </p>
        {lines}
      </nav>
    </>
  )
}

/** article-script.ts marks the current section. */
function Lines({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol data-contents>
      {headings.map(({ id, text, depth }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`relative flex min-h-touch items-center py-1.5 leading-snug hover:underline lg:pr-2 lg:pointer-fine:min-h-9 ${depth === 2 ? 'pl-4 font-semibold' : 'pl-8 text-muted'} before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:scale-y-0 before:bg-overlap before:transition-transform aria-[current]:text-ink aria-[current]:before:scale-y-100`}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}
