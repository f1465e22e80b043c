import type { ReactNode } from 'react'

/** A part of the status page: its name to the left, what it holds to the right; on a phone one under the other. */
export function StatusSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-6 border-t border-line py-12 lg:grid-cols-12 lg:py-16">
      <h2 id={id} className="text-2xl lg:col-span-4">
        {title}
      </h2>
      <div className="min-w-0 lg:col-span-8">{children}</div>
    </section>
  )
}
