import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useHydrated, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxNameLength } from '../../rules.ts'
import type { StudioAgent } from '../../schema.ts'
import { AskInPlace } from '../frame/ask-in-place.tsx'

/** Changes the name of an agent, which stands beside the page, or deletes it. */
export function AgentName({ agent, onRenamed }: { agent: StudioAgent; onRenamed: () => void }) {
  const [draft, setDraft] = useState<string | null>(null)
  const hydrated = useHydrated()
  const opener = useFocusBack(draft !== null)
  const { state, pending, run } = useMutation<string>({
    call: async (api, name) => {
      await api.studio.renameAgent.mutate({ id: agent.id, name })
      setDraft(null)
      onRenamed()
      return null
    },
  })
  if (draft === null)
    return (
      <div className="mb-2 flex flex-wrap gap-x-6">
        <button ref={opener} type="button" disabled={!hydrated} className={linkClasses} onClick={() => setDraft(agent.name)}>
          {m.studio_rename_agent()}
        </button>
        <RemoveAgent agent={agent} />
      </div>
    )
  return (
    <form
      noValidate
      method="post"
      className="mb-6 max-w-xl"
      onSubmit={(event) => {
        event.preventDefault()
        if (hasVisibleText(draft)) void run(draft)
      }}
    >
      <Field
        label={m.studio_agent_name()}
        autoFocus
        value={draft}
        maxLength={maxNameLength}
        autoComplete="off"
        error={!hasVisibleText(draft) ? m.studio_name_required() : state === 'failed' ? m.studio_failed() : null}
        onChange={({ target }) => setDraft(target.value)}
        beside={
          <Button type="submit" size="lg" busy={pending} aria-disabled={pending || undefined}>
            {m.studio_save()}
          </Button>
        }
      />
      <Button variant="plain" onClick={() => setDraft(null)}>
        {m.studio_cancel()}
      </Button>
    </form>
  )
}

const linkClasses = 'text-link inline-flex min-h-touch items-center text-sm font-semibold'

/** Deletes an agent with all its documents, after a question in place. */
function RemoveAgent({ agent: { id, name, documents, state: sharing } }: { agent: StudioAgent }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const opener = useFocusBack(isAsking)
  const { state, pending, run } = useMutation({
    call: async (api) => {
      await api.studio.removeAgent.mutate({ agentId: id })
      await navigate({ to: '/studio' })
      return null
    },
  })
  const sureText = m.studio_remove_agent_sure({ name, count: documents })
  const isLinked = sharing === 'shared' || sharing === 'paused'
  if (!isAsking)
    return (
      <button ref={opener} type="button" disabled={!hydrated} className={linkClasses} onClick={() => setAsking(true)}>
        {m.studio_remove_agent()}
      </button>
    )
  return (
    <AskInPlace
      text={[sureText, ...(isLinked ? [m.studio_remove_agent_link()] : [])].join(' ')}
      hasFailed={state === 'failed'}
      className="w-full pb-4"
      onKeep={() => setAsking(false)}
    >
      <Button variant="danger" busy={pending} autoFocus onClick={() => void run()}>
        {m.studio_remove()}
      </Button>
    </AskInPlace>
  )
}
