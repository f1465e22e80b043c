import { MotifProgress } from '@duo/platform/browser/ui/motif/motif-progress.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { AuthHead } from './auth-head.tsx'

interface AuthLayoutProps {
  pageTitle: string
  title: string
  titleRef?: Ref<HTMLHeadingElement>
  text?: ReactNode
  /** 0 to 1; the two halves of the drawing meet at 1. */
  progress: number
  children?: ReactNode
}

export function AuthLayout({ pageTitle, title, titleRef, text, progress, children }: AuthLayoutProps) {
  const { studio = 'off' } = usePageContext()
  return (
    <div className="grid pt-header lg:min-h-svh lg:grid-cols-12">
      <AuthHead title={pageTitle} />
      <section className="px-gutter pt-2 pb-16 lg:col-span-7 lg:pb-24">
        <div className="mx-auto w-full max-w-md">
          <Link
            to="/"
            className="inline-flex min-h-touch items-center text-sm font-semibold text-muted hover:text-ink hover:underline"
          >
            {m.auth_home()}
          </Link>
          <h1 ref={titleRef} tabIndex={-1} className="font-voice mt-4 text-4xl font-[560]">
            {title}
          </h1>
          {text && <p className="mt-3 text-lg leading-snug wrap-anywhere">{text}</p>}
          <noscript>
            <p className="mt-6 font-semibold">{m.auth_noscript()}</p>
          </noscript>
          {children && <div className="mt-8">{children}</div>}
        </div>
      </section>
      <div data-ground="deep" className="relative hidden overflow-clip rounded-tl-[7rem] lg:col-span-5 lg:block">
        <div className="sticky top-header flex h-[calc(100svh-var(--spacing-header))] min-h-128 flex-col justify-end overflow-clip">
          <MotifProgress progress={progress} className="inset-x-[14%] top-[4%] w-[72%]" />
          <div className="relative max-w-[32ch] p-12 xl:p-16">
            <p className="font-voice text-3xl font-[300]">{m.auth_panel_title()}</p>
            <p className="mt-4 text-on-deep-muted">{studio === 'off' ? m.auth_panel_text() : m.auth_panel_text_studio()}</p>
          </div>
        </div>
      </div>
    </div>
  )
}
