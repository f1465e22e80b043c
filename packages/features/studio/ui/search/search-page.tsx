import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { getRouteApi, useHydrated } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxSearchLength } from '../../rules.ts'
import type { DocumentsResult, SearchResult } from '../../schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { StudioHead } from '../frame/studio-head.tsx'
import { SearchHitItem } from './search-hit.tsx'

const route = getRouteApi('/studio/$agentId/search')

export function Page() {
  const found = route.useLoaderData()
  const { viewer } = useSession()
  if (!found) return <StudioClosed />
  return <Search key={`${viewer?.id} ${found.agent.id}`} {...found} />
}

function Search({ agent }: DocumentsResult) {
  const [question, setQuestion] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [result, setResult] = useState<(SearchResult & { question: string }) | null>(null)
  const hydrated = useHydrated()
  const { state, pending, run } = useMutation<string>({
    call: async (api, typed) => {
      setResult({ ...(await api.studio.search.query({ agentId: agent.id, question: typed })), question: typed })
      return null
    },
  })
  return (
    <StudioFrame agent={agent} title={m.studio_search_head({ name: agent.name })}>
      <StudioHead agentId={agent.id} title={m.studio_search_title()} lead={m.studio_search_lead()} />
      {agent.passages === 0 && <p className="mb-6 border-l-4 border-overlap pl-3">{m.studio_search_no_passages()}</p>}
      <form
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          setEmpty(!hasVisibleText(question))
          if (hasVisibleText(question)) void run(question)
        }}
      >
        <Field
          label={m.studio_search_question()}
          value={question}
          maxLength={maxSearchLength}
          autoComplete="off"
          error={isEmpty ? m.studio_search_empty() : state === 'failed' ? m.studio_failed() : null}
          onChange={({ target }) => {
            setQuestion(target.value)
            setEmpty(false)
          }}
          beside={
            <Button type="submit" size="lg" busy={pending} disabled={!hydrated} aria-disabled={pending || undefined}>
              {m.studio_search_ask()}
            </Button>
          }
        />
      </form>
      {result && <Results key={result.question} {...result} />}
    </StudioFrame>
  )
}

function Results({ hits, threshold, unknown, question }: SearchResult & { question: string }) {
  const used = hits.filter(({ isUsed }) => isUsed).length
  const percent = Math.round(threshold * 100)
  return (
    <section aria-label={m.studio_search_results()} className="mt-6">
      <p role="status" className="font-semibold">
        {used > 0 ? m.studio_search_used({ count: used }) : m.studio_search_not_covered({ question })}
      </p>
      {unknown.length > 0 && (
        <p className="mt-1 text-sm text-muted">
          {m.studio_search_unknown({ count: unknown.length, words: unknown.map((word) => `“${word}”`).join(', ') })}
        </p>
      )}
      <ol className="mt-4 border-t border-line">
        {hits.map((hit, index) => (
          <Fragment key={hit.id}>
            {index === used && <Line text={m.studio_search_line({ percent })} />}
            <SearchHitItem hit={hit} number={index + 1} />
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

const Line = ({ text }: { text: string }) => <li className="border-t-4 border-overlap py-3 text-sm font-semibold">{text}</li>
