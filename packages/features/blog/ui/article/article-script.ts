import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { findLast } from '@duo/platform/shared/lists/find-last.ts'
export function startArticle(signal: AbortSignal): void {
  const text = document.querySelector('[data-article-text]')
  if (!text) return
  const bar = document.querySelector<HTMLElement>('[data-reading-progress]')
  if (bar) startReadingProgress(bar, text, signal)
  startContents(text, signal)
  document.addEventListener('click', openShareSheet, { signal })
}

function startReadingProgress(bar: HTMLElement, text: Element, signal: AbortSignal) {
  if (CSS.supports('animation-timeline', '--article')) return
  const draw = () => {
    const { top, height } = text.getBoundingClientRect()
    bar.style.scale = `${readShare(top, height, window.innerHeight)} 1`
  }
  draw()
  window.addEventListener('scroll', draw, { passive: true, signal })
  window.addEventListener('resize', draw, { signal })
}

/** Returns the share of the text that has been read, 0 to 1. */
export function readShare(top: number, height: number, view: number): number {
  const way = height - view
  return way > 0 ? Math.min(1, Math.max(0, -top / way)) : 0
}

/** The current section is the last one whose heading is above a third of the window's height. */
function startContents(text: Element, signal: AbortSignal) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const headings = [...text.querySelectorAll('h2[id], h3[id]')].filter(({ id }) => links.some(({ hash }) => hash === `#${id}`))
  if (headings.length === 0) return
  const update = () => {
    const line = window.innerHeight / 3
    const current = findLast(headings, (heading) => heading.getBoundingClientRect().top < line)?.id
    for (const link of links) {
      if (link.hash === `#${current}`) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  // the huge top margin makes a jump past a heading count as crossing
  const observer = new IntersectionObserver(update, { rootMargin: '1000000px 0px -66.7% 0px' })
  for (const heading of headings) observer.observe(heading)
  signal.addEventListener('abort', () => observer.disconnect())
}

/** Phones open their own share sheet: a desktop's dialog is slower than our menu. */
function openShareSheet(event: Event) {
  const menu = closestTo(event.target, 'summary')?.closest<HTMLDetailsElement>('details[data-share]')
  if (!menu || !('share' in navigator) || !window.matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  navigator.share({ title: menu.dataset.title ?? '', url: menu.dataset.share ?? '' }).catch((error: unknown) => {
    // AbortError: the visitor closed the sheet; any other error falls back to the menu
    if (!(error instanceof Error && error.name === 'AbortError')) menu.open = true
  })
}
