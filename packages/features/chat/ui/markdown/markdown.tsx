import { m } from '@duo/platform/i18n/messages.ts'
import { memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { allowedTelephoneAddresses } from '../../../safety/rules.ts'
import type { Source } from '../../schema.ts'
import { Citation, CitedSources, remarkCitations } from '../reply/citation.tsx'

/** Link that starts a conversation with another persona: the only links to this site allowed in answers. */
const persona = /^(?:\/pt)?\/marketplace\?start=[a-z0-9-]{1,80}$/

/** Allows https, mailto, known helplines and persona links. All other URLs become plain text. */
const safeUrl = (url: string) =>
  /^(?:https:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(url) || allowedTelephoneAddresses.has(url) || persona.test(url) ? url : ''

/** Headings would break the page's outline, and external images would track readers. */
const components: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="text-link wrap-anywhere">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span>{alt ? m.chat_image({ text: alt }) : null}</span>,
  h1: ({ children }) => <p className="font-semibold">{children}</p>,
  h2: ({ children }) => <p className="font-semibold">{children}</p>,
  h3: ({ children }) => <p className="font-semibold">{children}</p>,
  h4: ({ children }) => <p className="font-semibold">{children}</p>,
  h5: ({ children }) => <p className="font-semibold">{children}</p>,
  h6: ({ children }) => <p className="font-semibold">{children}</p>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children, className }) => <li className={className ? 'my-1 -ml-5 list-none' : 'my-1'}>{children}</li>,
  blockquote: ({ children }) => <blockquote className="border-l-2 border-line-strong pl-4">{children}</blockquote>,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <pre tabIndex={0} className="overflow-x-auto rounded-md bg-paper-sunk p-3 text-sm">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="[font-family:ui-monospace,monospace] text-[0.92em]">{children}</code>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="figures text-sm wrap-normal [&_td]:border-t [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:text-left">
        {children}
      </table>
    </div>
  ),
  sup: ({ node, children }) => {
    const { dataSource: number } = node?.properties ?? {}
    return typeof number === 'number' ? <Citation number={number} /> : <sup>{children}</sup>
  },
  hr: () => <hr className="border-line" />,
  input: ({ checked }) => <span aria-hidden="true">{checked ? '☑ ' : '☐ '}</span>,
}

/** In characters; parsing longer texts would block the page, so they are shown as plain text. */
const maxMarkdownLength = 40_000

interface MarkdownTextProps {
  text: string
  sources?: readonly Source[] | null
}

const noSources: readonly Source[] = []

/** Renders untrusted Markdown: HTML stays text, and nothing runs, loads or links to this site. */
export const MarkdownText = memo(function MarkdownText({ text, sources = noSources }: MarkdownTextProps) {
  if (text.length > maxMarkdownLength) return <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
  return (
    <div className="grid gap-3 wrap-anywhere *:min-w-0">
      <CitedSources value={sources}>
        <Markdown remarkPlugins={[remarkGfm, [remarkCitations, { sources }]]} urlTransform={safeUrl} components={components}>
          {text}
        </Markdown>
      </CitedSources>
    </div>
  )
})
