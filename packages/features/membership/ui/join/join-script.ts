import { LatePart, loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { hasForeignName, normalizeEmail } from '@duo/platform/shared/email.ts'
import { loadMember } from '#session/ui/member-storage.ts'
import { emailOf, showError, showSending } from './form-view.ts'
import type { Join } from './join.ts'
import { fillReferral } from './referral-script.ts'

/** Joins in place. The call and the states after it are loaded when the visitor turns to the form, to keep every page's script small. */
export function startJoin(signal: AbortSignal): void {
  const box = document.querySelector<HTMLElement>('[data-join]')
  if (!box) return
  fillReferral(box)
  showMember(box)
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
    const email = normalizeEmail(input.value)
    const { invalid, foreign, failed } = form.dataset
    if (email === null) return showError(form, hasForeignName(input.value) ? foreign : invalid, true)
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
  box.addEventListener('focusin', () => loadEarly(), { signal })
  box.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.form) showError(target.form, '')
      loadEarly((join) => join.loadSurveys())
    },
    { signal },
  )
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

function showMember(box: HTMLElement) {
  const link = box.querySelector<HTMLElement>('[data-member]')
  if (link) link.hidden = loadMember() === null
}
