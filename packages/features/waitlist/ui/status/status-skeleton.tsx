import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

const block = 'block animate-breathe bg-on-deep/15'

export function StatusSkeleton() {
  return (
    // as high as a page may be: a reload scrolls to where one was, and content that comes above the footer would carry it along
    <div className="min-h-[800svh] noscript:min-h-0">
      <section data-ground="deep" className="pt-header">
        <div className="page-column grid items-end gap-x-8 gap-y-12 pt-12 pb-16 lg:grid-cols-12 lg:pt-20 lg:pb-24">
          <h1 className="sr-only">{m.waitlist_status_heading()}</h1>
          <noscript>
            <p className="max-w-[42ch] text-lg lg:col-span-7">{m.waitlist_status_noscript()}</p>
          </noscript>
          <div aria-hidden="true" className="noscript:hidden lg:col-span-7">
            <span className={`${block} h-8 w-28 rounded-sm`} />
            <span className={`${block} my-4 h-[clamp(6rem,3rem+12vw,13rem)] w-[min(26rem,75%)] rounded-voice`} />
            <span className={`${block} h-8 w-36 rounded-sm`} />
            <span className={`${block} mt-6 h-6 w-80 max-w-full rounded-sm`} />
          </div>
          <div aria-hidden="true" className="grid gap-4 noscript:hidden lg:col-span-5">
            <span className={`${block} h-24 w-full rounded-sm`} />
            <span className={`${block} mt-4 h-36 w-full rounded-sm`} />
          </div>
        </div>
      </section>
      <div aria-hidden="true" className="page-column grid gap-x-8 gap-y-10 py-16 noscript:hidden lg:grid-cols-12 lg:py-24">
        <div className="grid gap-6 lg:col-span-6">
          <Skeleton className="h-20 w-4/5 rounded-sm" />
          <Skeleton className="h-20 w-full max-w-160 rounded-sm" />
          <Skeleton className="h-14 w-4/5 rounded-sm" />
        </div>
        <div className="grid content-end gap-6 lg:col-span-6">
          <Skeleton className="h-14 w-full rounded-heard" />
          <Skeleton className="h-11 w-3/5 rounded-voice" />
        </div>
      </div>
    </div>
  )
}
