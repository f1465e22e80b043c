import { type RefObject, useEffect, useRef } from 'react'

/**
 * A line at the top of the window that grows with what has been read of `of`. Browsers with scroll timelines draw it by themselves (see
 * article.css); for the others a script does. Nobody needs it to read, so it is no progress bar to assistive technology.
 */
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

/** How much of a text has been read, from 0 to 1: nothing when its top is at the window's, all when its end is in sight. */
export function readShare(top: number, height: number, view: number): number {
  const way = height - view
  return way > 0 ? Math.min(1, Math.max(0, -top / way)) : 0
}
