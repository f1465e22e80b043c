import type { ReactNode } from 'react'

export interface PageSectionProps {
  id: string
  title: string
  text?: string
  children: ReactNode
}

/** The name is left of the contents, on phones above them. */
export function PageSection({ id, title, text, className, children }: PageSectionProps & { className: string }) {
  return (
    <section aria-labelledby={id} className={`grid gap-x-8 gap-y-6 border-t border-line lg:grid-cols-12 ${className}`}>
      <div className="lg:col-span-4">
        <h2 id={id} className="text-2xl decoration-overlap decoration-3 underline-offset-8 target:underline">
          {title}
        </h2>
        {text && <p className="mt-2 max-w-[34ch] text-muted wrap-anywhere">{text}</p>}
      </div>
      <div className="min-w-0 lg:col-span-8">{children}</div>
    </section>
  )
}
