import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { localeFromPath } from '@duo/platform/shared/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { loadMember, markInvited, saveMember } from '#session/ui/member-storage.ts'
import { CallFailure, documentClient } from '#shell/ui/api/document-client.ts'
import { startEmailSuggestion } from '#shell/ui/script/email-suggestion.ts'
import { joinIdentity } from '#waitlist/join-identity.ts'
import { codeToJudge, repairCode } from '#waitlist/rules.ts'
import type { JoinCall } from '#waitlist/schema.ts'
import { type JoinOutcome, postedJoin, resultState } from '#waitlist/ui/join/join-states.ts'
import { field, fieldIn, showError, showSending } from './form-view.ts'
import type { JoinIsland } from './join-island.tsx'
import { fillPlaces, formState, isMailRefused, showForm, showRefusal, showResult, startNotice } from './join-view.ts'
import { startSendLink, watchMail } from './place.ts'
import { changeReferral, fillReferral, hideReferral } from './referral-script.ts'

export interface Join {
  /** Loads React, for the surveys after a join. */
  loadSurveys: () => Promise<unknown>
  submit: (form: HTMLFormElement, email: string, fields: FormData) => Promise<void>
  /** Shows the surveys after a join that was posted before the script loaded. */
  followPosted: () => Promise<void>
}

interface JoinOptions {
  signal: AbortSignal
  onJoined: () => void
}

export function createJoin(box: HTMLElement, { signal, onJoined }: JoinOptions): Join {
  const emptyForm = formState(box)
  fillReferral(emptyForm)
  startEmailSuggestion(box, signal)
  // the form of an address that was already on the list (spec, section 4); a new member's place stays
  const handleQualified = () => {
    if (!box.hasAttribute('data-done')) showForm(box)
    // the rest is on the member's page
    box.querySelector('[data-join-continue]')?.remove()
  }
  let island: JoinIsland | undefined
  let loading: Promise<JoinIsland> | undefined
  const create = async () => {
    const { createJoinIsland } = await import('./join-island.tsx')
    island = createJoinIsland(box, handleQualified, signal)
    return island
  }
  const load = () => {
    loading ??= create().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const follow = async (outcome: JoinOutcome, isAnnounced: boolean) => {
    const { answer, email } = outcome
    if (!answer.userExists) {
      saveMember({ ticket: answer.ticket, email })
      hideReferral()
      markInvited(false)
      fillPlaces(answer.data.position)
    }
    onJoined()
    const ticket = answer.ticket ?? ticketOf(email)
    if (ticket !== null) watchMail(box, { ticket, email }, signal)
    const again = box.querySelector<HTMLElement>('[data-join-continue]')
    let isOpened = false
    if (again) {
      again.hidden = false
      again.onclick = async () => {
        const isResumed = isOpened
        isOpened = true
        ;(await loadPart(load).catch(() => openMemberPage(box)))?.show({ ...outcome, isResumed })
      }
    }
    // the join has succeeded: later failures are not errors of the form
    const loaded = await load().catch(console.error)
    if (again) await new Promise((resolve) => setTimeout(resolve, readingMs))
    // meanwhile the visitor may have opened the questions or the form, and an address to correct comes first
    if (isOpened || isMailRefused(box) || signal.aborted || (again && !again.isConnected)) return
    isOpened = true
    loaded?.show({ ...outcome, isAnnounced })
  }
  const submit = async (form: HTMLFormElement, email: string, fields: FormData) => {
    const isWithout = fields.has(field('without'))
    const given = isWithout ? '' : textOf(fields, field('invitedByCode'))
    try {
      const answer = await join({
        email,
        language: localeFromPath(location.pathname),
        invitedByCode: codeToJudge(given),
        honeypot: textOf(fields, field('website')),
        // since the page was opened: the form can be filled in before its script has loaded
        fillTimeMs: Math.round(performance.now()),
      } satisfies Record<keyof JoinCall, unknown>)
      if (answer.error !== null) return showRefusal(box, answer.message, email, repairCode(given))
      if (isWithout || isCodeTyped(form)) changeReferral(emptyForm, repairCode(given))
      // a known address gets a toast (spec, section 8), unless React is still loading: the section says the same
      const isAnnounced = !island
      showResult(box, resultState(answer), { email, message: answer.message }, answer.data)
      if (answer.userExists) startSendLink(box, email)
      await follow({ email, answer }, isAnnounced)
    } catch (error) {
      console.error(error)
      showSending(form, false)
      showFailure(form, error)
    }
  }
  const followPosted = async () => {
    startNotice(box)
    const outcome = postedJoin(box)
    if (outcome) await follow(outcome, true)
  }
  return { loadSurveys: load, submit, followPosted }
}

/** For the place to be read before the questions cover it, ms. */
const readingMs = 1_500

const textOf = (fields: FormData, name: Parameters<typeof field>[0]) => String(fields.get(name) ?? '')

const isCodeTyped = (form: HTMLFormElement) => {
  const input = fieldIn(form, field('invitedByCode'))
  return input !== null && (input.value !== input.defaultValue || input.ariaInvalid === 'true')
}

/** Of the member that this browser remembers, if the address is that member's. */
function ticketOf(email: string): string | null {
  const member = loadMember()
  return member?.email === email ? member.ticket : null
}

const callName = 'waitlist.join'

/** The key outlives the page, so that resending a join after a reload does not repeat it. */
async function join(input: JoinCall) {
  const idempotencyKey = keyOf(callName, joinIdentity(input))
  try {
    const answer = await documentClient.waitlist.join.mutate(input, { context: { idempotencyKey } })
    deleteKey(callName)
    return answer
  } catch (error) {
    if (error instanceof CallFailure && isFinal(error.status)) deleteKey(callName)
    throw error
  }
}

function showFailure(form: HTMLFormElement, error: unknown) {
  const { invalid, limited, failed } = form.dataset
  if (!(error instanceof CallFailure)) return showError(form, failed)
  const { data, status, retryAfter } = error
  if (data?.fields?.email) return showError(form, invalid, true)
  const isLimited = status === 429 && retryAfter !== null
  showError(form, isLimited ? limited?.replace('{wait}', waitText(retryAfter, localeFromPath(location.pathname))) : failed)
}

/** The member's page has the surveys too. */
function openMemberPage(box: HTMLElement) {
  box.querySelector<HTMLElement>('[data-member] a')?.click()
}
