import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { LatePart, loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { hasForeignName, normalizeEmail } from '@duo/platform/shared/email.ts'
import { loadMember } from '#session/ui/member-storage.ts'
import { hasSessionHint } from '#shell/ui/script/session-hint.ts'
import { emailOf, field, fieldIn, showError, showSending } from './form-view.ts'
import type { Join } from './join.ts'
import { fillReferral } from './referral-script.ts'

/** Joins in place. The call and the states after it are loaded when the visitor turns to the form, to keep every page's script small. */
export function startJoin(signal: AbortSignal): void {
  const box = document.querySelector<HTMLElement>('[data-join]')
  if (!box) return
  fillReferral(box)
  showMember(box)
  startJoinLinks(box, signal)
  const openedAt = performance.now()
  let loading: Promise<Join> | undefined
  let loaded: Join | undefined
  let isLate = false
  const create = async () => {
    loaded = (await import('./join.ts')).createJoin(box, { openedAt, signal, onJoined: () => showMember(box) })
    return loaded
  }
  const load = () => {
    loading ??= create()
    return loading
  }
  const loadEarly = (next?: (join: Join) => unknown) => {
    // browsers do not retry a failed module import on the same page
    if (navigator.onLine) load().then(next).catch(console.error)
  }
  let isPosting = false
  const submit = async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const input = emailOf(form)
    const { failed } = form.dataset
    const email = normalizeEmail(input.value)
    if (email === null) return showInvalid(form)
    input.value = email
    const fields = new FormData(form, submitter)
    if (!loading && !navigator.onLine) return showError(form, failed)
    // it may never arrive, and the form needs no script
    if (isLate && !loaded) return postWithout(submitter)
    showSending(form, true)
    const join = await loadPart(load).catch((error: unknown) => {
      console.error(error)
      isLate = error instanceof LatePart
    })
    if (join) return join.submit(form, email, fields)
    showSending(form, false)
    if (isLate) showError(form, failed)
    else postWithout(submitter)
  }
  /** The browser posts the form, and the server renders what follows. Later, because browsers ignore it during a submit event. */
  const postWithout = (submitter: HTMLElement | null) => {
    isPosting = true
    setTimeout(() => submitter?.click())
  }
  // the first screen has a field of its own, which hands the address over
  const start = document.querySelector<HTMLFormElement>('[data-join-start]')
  for (const part of [box, start]) {
    part?.addEventListener('focusin', () => loadEarly(), { signal })
    part?.addEventListener('input', () => loadEarly((join) => join.loadSurveys()), { signal })
    if (part) startJudge(part, signal)
  }
  start?.addEventListener('submit', (event) => handOver(event, start, box), { signal })
  box.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (isPosting || !(form instanceof HTMLFormElement)) return
      event.preventDefault()
      if (emailOf(form).readOnly) return
      submit(form, submitter).catch((error: unknown) => {
        // as an older browser may fail: the form needs no script
        console.error(error)
        postWithout(submitter)
      })
    },
    { signal },
  )
  // the form was sent before the script loaded
  if (box.dataset.ticket) loadEarly((join) => join.followPosted())
}

const sectionHash = '#email-collection'

/** A link to the section leads into its field: browsers drop the focus, because a section takes none. */
function startJoinLinks(box: HTMLElement, signal: AbortSignal) {
  const focusField = () => {
    const form = box.querySelector('form')
    if (form && location.hash === sectionHash) emailOf(form).focus({ preventScroll: true })
  }
  const focusLoaded = () => {
    // a place that is still on its way would replace the field
    if (document.activeElement === document.body && !loadMember() && !hasSessionHint()) focusField()
  }
  if (document.readyState === 'complete') focusLoaded()
  else window.addEventListener('load', focusLoaded, { once: true, signal })
  document.addEventListener(
    'click',
    ({ target, ctrlKey, metaKey, shiftKey }) => {
      const link = closestTo<HTMLAnchorElement>(target, `a[href$="${sectionHash}"]`)
      const leaves = link?.pathname !== location.pathname || link.search !== location.search
      if (leaves || ctrlKey || metaKey || shiftKey) return
      // after the browser has followed the link, which it tells only if the address changes
      setTimeout(focusField)
      window.addEventListener('hashchange', focusField, { once: true, signal })
    },
    { signal },
  )
}

/** How long a visitor who types pauses before the address is judged, ms. */
const pauseMs = 1_000

function showInvalid(form: HTMLFormElement, focuses = true) {
  const { invalid, foreign } = form.dataset
  showError(form, hasForeignName(emailOf(form).value) ? foreign : invalid, true, focuses)
}

/** Judges the address when typing pauses or the field is left (spec, section 5), not at every letter. */
function startJudge(part: HTMLElement, signal: AbortSignal) {
  let timer = 0
  const judge = ({ target }: Event) => {
    clearTimeout(timer)
    if (!(target instanceof HTMLInputElement) || target.type !== 'email' || !target.form || target.readOnly) return
    if (target.value !== '' && normalizeEmail(target.value) === null) showInvalid(target.form, false)
  }
  part.addEventListener(
    'input',
    (event) => {
      if (event.target instanceof HTMLInputElement && event.target.form) showError(event.target.form, '')
      clearTimeout(timer)
      timer = window.setTimeout(judge, pauseMs, event)
    },
    { signal },
  )
  part.addEventListener('focusout', judge, { signal })
}

/** Sends the address in the form of the join section, where the place and the questions appear. */
function handOver(event: Event, start: HTMLFormElement, box: HTMLElement) {
  const form = box.querySelector('form')
  // the browser posts the form of the first screen
  if (!form) return
  event.preventDefault()
  const email = normalizeEmail(emailOf(start).value)
  if (email === null) return showInvalid(start)
  // an address that was invalid there had turned its button off
  showError(form)
  emailOf(form).value = email
  const [honeypot, filled] = [fieldIn(form, field('website')), fieldIn(start, field('website'))]
  if (honeypot && filled) honeypot.value = filled.value
  box.closest('section')?.scrollIntoView({ behavior: 'instant' })
  emailOf(form).focus({ preventScroll: true })
  // requestSubmit is newer than the oldest supported Safari
  form.querySelector<HTMLElement>('[data-sending]')?.click()
}

function showMember(box: HTMLElement) {
  const link = box.querySelector<HTMLElement>('[data-member]')
  if (link) link.hidden = loadMember() === null
}
