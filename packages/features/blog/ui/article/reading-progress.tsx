import { type RefObject, useEffect, useRef } from 'react'

/** A scroll-driven animation (article.css) where supported, else a scroll handler. Hidden from assistive technology. */
export function ReadingProgress({ of }: { of: RefObject<HTMLElement | null> }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (CSS.supports('animation-timeline', '--article')) return
    const draw = () => {
      const { top = 0, height = 0 } = of.current?.getBoundingClientRect() ?? {}
      if (bar.current) bar.current.style.scale = `${readShare(top, height, window.innerHeight)} 1`
    }
    draw()
    window.addEventListener('scroll', draw, { passive: true })
    window.addEventListener('resize', draw)
    return () => {
      window.removeEventListener('scroll', draw)
      window.removeEventListener('resize', draw)
    }
  }, [of])
  return <div ref={bar} aria-hidden="true" className="reading-progress" />
}

/** Returns the share of the text that has been read, 0 to 1. */
export function readShare(top: number, height: number, view: number): number {
  const way = height - view
  return way > 0 ? Math.min(1, Math.max(0, -top / way)) : 0
}
