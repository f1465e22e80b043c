import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxNameLength } from '../../rules.ts'
import type { StudioAgent } from '../../schema.ts'

/** Changes the name of an agent, which stands beside the page. */
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
      <p className="mb-2">
        <button
          ref={opener}
          type="button"
          disabled={!hydrated}
          className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
          onClick={() => setDraft(agent.name)}
        >
          {m.studio_rename_agent()}
        </button>
      </p>
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
