import { closestTo } from '@duo/platform/browser/input/closest.ts'

/** ms without a keystroke before a live search is sent. */
const pause = 150

/** Loads the list's links and its search (`[data-list]`) in place. On failure the list stays, with a message. */
export function startLists(signal: AbortSignal): void {
  const list = document.querySelector<HTMLElement>('[data-list]')
  if (!list) return
  let timer = 0
  const stopTimer = () => window.clearTimeout(timer)
  list.addEventListener('click', (event) => onClick(event, list) && stopTimer(), { signal })
  list.addEventListener(
    'submit',
    (event) => {
      const form = closestTo<HTMLFormElement>(event.target, 'form')
      if (form?.method !== 'get') return
      event.preventDefault()
      stopTimer()
      show(list, addressOf(form), 'live' in form.dataset ? 'replaceState' : 'pushState')
    },
    { signal },
  )
  list.addEventListener(
    'input',
    ({ target }) => {
      const form = target instanceof HTMLInputElement ? target.form : null
      if (!form || !('live' in form.dataset)) return
      stopTimer()
      timer = window.setTimeout(() => form.requestSubmit(), pause)
    },
    { signal },
  )
  window.addEventListener(
    'popstate',
    () => {
      stopTimer()
      if (!location.hash) show(list, new URL(location.href), null)
    },
    { signal },
  )
  // typed before the script loaded
  for (const { value, defaultValue, form } of list.querySelectorAll<HTMLInputElement>('[data-live] input[type=search]'))
    if (value !== defaultValue) form?.requestSubmit()
}

function onClick(event: MouseEvent, list: HTMLElement): boolean {
  const link = closestTo<HTMLAnchorElement>(event.target, 'a')
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (!link || !isPlain || link.pathname !== location.pathname) return false
  event.preventDefault()
  const isMore = 'listMore' in link.dataset
  show(
    list,
    link.closest('nav') ? withWrittenText(list, link.href) : new URL(link.href),
    isMore ? 'replaceState' : 'pushState',
    isMore,
  )
  return true
}

/** A category's link with the live search's text, which may be newer than the link. */
function withWrittenText(list: HTMLElement, href: string): URL {
  const url = new URL(href)
  const text = list.querySelector<HTMLInputElement>('[data-live] input[type=search]')?.value.trim()
  if (text) url.searchParams.set('q', text)
  else if (text === '') url.searchParams.delete('q')
  return url
}

function addressOf(form: HTMLFormElement): URL {
  const url = new URL(form.action)
  const fields = [...new FormData(form)].filter((field): field is [string, string] => field[1] !== '')
  url.search = new URLSearchParams(fields).toString()
  return url
}

let request = new AbortController()

async function show(list: HTMLElement, url: URL, change: 'pushState' | 'replaceState' | null, isMore = false) {
  url.hash = ''
  request.abort()
  request = new AbortController()
  const { signal } = request
  list.ariaBusy = 'true'
  const status = list.querySelector<HTMLElement>('[role=status]')
  if (status) status.textContent = status.dataset.loading ?? ''
  const failed = list.querySelector<HTMLElement>('[data-list-failed]')
  try {
    const page = await load(url, signal)
    if (change) history[change](null, '', url)
    replaceParts(list, page, url, { isMore, isBack: change === null })
    if (failed) failed.hidden = true
  } catch (error) {
    if (signal.aborted) return
    console.error(error)
    if (failed) failed.hidden = false
    if (status) status.textContent = ''
  }
  list.ariaBusy = null
}

async function load(url: URL, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { signal, headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

function replaceParts(list: HTMLElement, page: Document, url: URL, { isMore, isBack }: { isMore: boolean; isBack: boolean }) {
  const before = list.querySelectorAll('li article').length
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  for (const part of list.querySelectorAll('[data-list-part]')) {
    const next = page.getElementById(part.id)
    if (next) part.replaceWith(next)
  }
  for (const field of list.querySelectorAll<HTMLInputElement>('input[type=search]'))
    if (isBack || field !== document.activeElement) field.value = url.searchParams.get('q') ?? ''
  const count = list.querySelector(isMore ? '[data-list-shown]' : '[data-list-count]')
  const status = list.querySelector('[role=status]')
  if (status) status.textContent = count?.textContent ?? ''
  if (isMore) showAdded([...list.querySelectorAll('li article')].slice(before))
  else if (focused) linkTo(list, focused)?.focus({ preventScroll: true })
}

const linkTo = (list: HTMLElement, href: string) =>
  [...list.querySelectorAll('a')].find((link) => link.getAttribute('href') === href)

function showAdded(articles: Element[]) {
  for (const article of articles) article.closest('li')?.classList.add('animate-rise')
  articles[0]?.querySelector('a')?.focus({ preventScroll: true })
}
