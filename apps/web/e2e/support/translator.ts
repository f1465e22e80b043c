import type { Page } from '@playwright/test'

/**
 * Does to the page what a browser's translation does: moves every text node, also every later one, into elements of its own. Waits until
 * the app has hydrated the page's controls.
 */
export async function translate(page: Page) {
  await page.waitForFunction(() => {
    // the public pages are documents, which React leaves alone
    if (document.querySelector('script[src*="entry-page"]')) return true
    const controls = [...document.querySelectorAll('main button, main input, main textarea, main form')]
    return controls.length > 0 && controls.every((one) => Object.keys(one).some((key) => key.startsWith('__reactProps')))
  })
  await page.evaluate(() => {
    const skipped = 'script, style, noscript, title, textarea, option, font, [translate="no"]'
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.parentElement || text.parentElement.closest(skipped)) continue
        const outer = document.createElement('font')
        const inner = outer.appendChild(document.createElement('font'))
        text.replaceWith(outer)
        inner.append(text)
      }
    }
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}
