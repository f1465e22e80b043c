import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath } from '@duo/platform/shared/motif.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function NotFoundPage(): ReactNode {
  return (
    <section className="notice relative overflow-x-clip lg:pr-[50%]">
      <title>{m.shell_not_found_page_title()}</title>
      <meta name="description" content={m.shell_not_found_text()} />
      <meta name="robots" content="noindex" />
      <p className="notice-code">404</p>
      <h1>{m.shell_not_found_title()}</h1>
      <p>{m.shell_not_found_text()}</p>
      <Link to="/">{m.shell_not_found_home()}</Link>
      <Apart />
    </section>
  )
}

function Apart() {
  return (
    <svg
      viewBox="0 0 560 520"
      aria-hidden="true"
      focusable="false"
      className="mt-6 h-auto w-full max-w-104 overflow-visible lg:absolute lg:top-1/2 lg:right-gutter lg:mt-0 lg:w-[38%] lg:max-w-120 lg:-translate-y-1/2"
    >
      <g fill="none" strokeWidth={2} strokeDasharray="5 8" strokeLinecap="round" className="stroke-line-strong">
        <circle cx={232} cy={250} r={130} />
        <path d={agentPath({ x: 330, y: 290, r: 130 })} />
      </g>
      <circle cx={124} cy={124} r={124} className="fill-voice-deep" />
      <path d={agentPath({ x: 436, y: 396, r: 124 })} className="fill-voice-bright" />
    </svg>
  )
}
