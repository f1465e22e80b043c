import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { returnPath } from '#auth/rules.ts'
import { AuthLayout } from '#auth/ui/auth-layout.tsx'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { emitSessionEvent } from '#session/ui/session-events.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { recoveryCodeCount } from '../../rules.ts'
import type { PassedStep, SecondStep, StepMethod } from '../../schema.ts'
import { StepChoice } from './step-choice.tsx'

const route = getRouteApi('/auth/second-step')

export function Page() {
  const { next } = route.useSearch()
  const router = useRouter()
  const { auth } = usePageContext()
  const [codesLeft, setCodesLeft] = useState<number | null>(null)
  const leave = useCallback(
    () => router.navigate({ to: '/auth', search: { mode: 'sign-in', next, notice: 'step_over' }, replace: true }),
    [router, next],
  )
  const { step, problem, load } = usePendingStep(leave)
  const target = returnPath(next)
  const completeSignIn = async ({ user: { id, email, name }, recoveryCodesLeft }: PassedStep, by: StepMethod) => {
    emitSessionEvent(auth, 'signed_in', { id, email, name, expiresAt: 0 })
    if (by === 'recovery_code') setCodesLeft(recoveryCodesLeft)
    else await router.navigate({ href: target, replace: true })
  }
  if (codesLeft !== null)
    return <RecoveryCodeUsed left={codesLeft} onGo={() => router.navigate({ href: target, replace: true })} />
  if (problem !== null)
    return (
      <AuthLayout
        pageTitle={m.second_factor_page_second_step()}
        title={m.auth_confirm_failed_title()}
        text={problem}
        progress={0.5}
      >
        <Button size="lg" className="w-full" onClick={load}>
          {m.auth_confirm_retry()}
        </Button>
      </AuthLayout>
    )
  if (step === null) return <Loading />
  return <StepChoice step={step} onReload={load} onExpired={leave} onPassed={completeSignIn} />
}

function usePendingStep(onExpired: () => unknown) {
  const { api } = usePageContext()
  const [step, setStep] = useState<SecondStep | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(async () => {
    setProblem(null)
    try {
      const answer = await (await api()).auth.secondStep.query()
      if (answer.error === null) setStep(answer)
      else await onExpired()
    } catch (error) {
      console.error(error)
      setProblem(actionErrorText(error, m.second_factor_step_unloaded()))
    }
  }, [api, onExpired])
  useEffect(() => {
    load()
  }, [load])
  return { step, problem, load }
}

function Loading() {
  return (
    <AuthLayout
      pageTitle={m.second_factor_page_second_step()}
      title={m.second_factor_step_title()}
      text={m.second_factor_step_loading()}
      progress={0.5}
    >
      <Skeleton className="h-14 rounded-voice noscript:hidden" />
      <Skeleton className="mt-8 h-5 w-3/5 noscript:hidden" />
      <Skeleton className="mt-6 h-5 w-1/2 noscript:hidden" />
    </AuthLayout>
  )
}

function RecoveryCodeUsed({ left, onGo }: { left: number; onGo: () => unknown }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <AuthLayout
      pageTitle={m.second_factor_page_second_step()}
      title={m.second_factor_step_left_title()}
      titleRef={title}
      text={left === 0 ? m.second_factor_step_left_none() : m.second_factor_step_left({ count: left, all: recoveryCodeCount })}
      progress={1}
    >
      <div className="grid gap-3">
        <Button size="lg" onClick={onGo}>
          {m.second_factor_go_on()}
        </Button>
        <Link to="/account" hash="second-factor" className={buttonClasses('quiet', 'lg')}>
          {m.auth_confirm_account()}
        </Link>
      </div>
    </AuthLayout>
  )
}
