import type { ReactNode } from 'react'

interface PictureProps {
  caption: string
  className?: string
  children: ReactNode
}

/** Parts of the product with example data. Inert; screen readers read the caption only. */
export function Picture({ caption, className = '', children }: PictureProps) {
  return (
    <figure data-picture="" className={`min-w-0 self-end ${className}`}>
      <div inert data-print="picture" className="scroll-appear">
        {children}
      </div>
      <figcaption className="mt-3 text-sm text-muted">{caption}</figcaption>
    </figure>
  )
}

export const panelClasses = 'rounded-voice border border-line bg-paper-raised p-5 shadow-lift sm:p-7'
