import { Button, ButtonLink } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import type { PassagesResult, StudioPassage } from '../../schema.ts'
import { pageRanges } from '../documents/document-state.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { OriginalPage } from './original-page.tsx'
import { PassageCard } from './passage-card.tsx'
import { usePassages } from './use-passages.ts'

const route = getRouteApi('/studio/documents/$documentId')

export function Page() {
  const found = route.useLoaderData()
  const { at } = route.useSearch()
  const { viewer } = useSession()
  if (!found) return <StudioClosed />
  const key = `${viewer?.id} ${found.document.id} ${found.document.current?.id} ${at}`
  return <Document key={key} found={found} at={at} />
}

function Document({ found, at }: { found: PassagesResult; at: number | undefined }) {
  const { document, agent } = found
  const { passages, more, state, run, loadMore } = usePassages(found)
  const [chosen, setChosen] = useState<string | null>(passages.find(({ place }) => place === at)?.id ?? passages[0]?.id ?? null)
  const [side, setSide] = useState<'passages' | 'page'>('passages')
  const current = passages.find(({ id }) => id === chosen) ?? passages[0]
  useEffect(() => {
    if (at !== undefined) window.document.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center' })
  }, [at])
  return (
    <StudioFrame agent={agent} title={m.studio_document_head({ name: document.name })}>
      <p className="mb-2">
        <Link to="/studio/$agentId" params={{ agentId: agent.id }} className="text-link text-sm font-semibold">
          {m.studio_documents()}
        </Link>
      </p>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="font-voice text-3xl font-[560] wrap-anywhere">
            <Name>{document.name}</Name>
          </h1>
          <p className="figures mt-1 text-muted">{factsOf(found)}</p>
          {document.current && document.current.emptyPages.length > 0 && (
            <p className="mt-2 max-w-[60ch] border-l-4 border-overlap pl-3 text-sm">
              {m.studio_note_pictures({
                count: document.current.emptyPages.length,
                pages: pageRanges(document.current.emptyPages),
              })}
            </p>
          )}
        </div>
        {/* without `download`, which would save the page of a failure as the file */}
        <ButtonLink variant="quiet" href={`/api/studio/originals/${document.id}`}>
          {m.studio_download()}
        </ButtonLink>
      </div>
      {passages.length === 0 ? (
        <p className="mt-8 text-muted">{m.studio_no_passages()}</p>
      ) : (
        <>
          <SideSwitch side={side} onSwitch={setSide} />
          <div className="mt-6 grid gap-x-10 lg:grid-cols-2">
            <div className={side === 'page' ? 'max-lg:hidden' : ''}>
              <p role="status" className="mb-3 font-semibold text-danger empty:hidden">
                {state !== null && problemText(state)}
              </p>
              <ol aria-label={m.studio_passages()} className="grid gap-3">
                {passages.map((passage) => (
                  <PassageCard
                    key={passage.id}
                    passage={passage}
                    language={document.current?.language ?? null}
                    isChosen={passage.id === current?.id}
                    onChoose={() => setChosen(passage.id)}
                    onShowPage={() => {
                      setChosen(passage.id)
                      setSide('page')
                    }}
                    run={run}
                  />
                ))}
              </ol>
              {more !== null && (
                <Button variant="quiet" className="mt-4" onClick={loadMore}>
                  {m.studio_more_passages()}
                </Button>
              )}
            </div>
            <div
              className={`${side === 'passages' ? 'max-lg:hidden' : ''} lg:sticky lg:top-[calc(var(--spacing-header)+1rem)] lg:self-start`}
            >
              {current && <OriginalPage passages={passages} chosen={current} language={document.current?.language ?? null} />}
            </div>
          </div>
        </>
      )}
    </StudioFrame>
  )
}

const problems: Record<string, () => string> = {
  last: m.studio_problem_last,
  too_long: m.studio_problem_too_long,
  changed: m.studio_problem_changed,
}
const problemText = (problem: string) => (problems[problem] ?? m.studio_failed)()

function factsOf({ document: { current }, passages }: PassagesResult): string {
  if (!current) return m.studio_state_reading_none()
  const hidden = passages.filter((passage: StudioPassage) => passage.hidden).length
  return [
    ...(current.pages === null ? [] : [m.studio_fact_pages({ pages: current.pages })]),
    m.studio_fact_passages({ passages: current.passages }),
    ...(hidden > 0 ? [m.studio_fact_hidden({ count: hidden })] : []),
    ...(current.language === null ? [] : [current.language === 'pt' ? m.studio_fact_portuguese() : m.studio_fact_english()]),
  ].join(', ')
}

/** On a phone, one of the two is shown. */
function SideSwitch({ side, onSwitch }: { side: 'passages' | 'page'; onSwitch: (side: 'passages' | 'page') => void }) {
  const sides = [
    { id: 'passages' as const, text: m.studio_passages() },
    { id: 'page' as const, text: m.studio_original() },
  ]
  return (
    <div className="mt-6 flex gap-2 lg:hidden">
      {sides.map(({ id, text }) => (
        <Button key={id} variant={side === id ? 'primary' : 'quiet'} aria-pressed={side === id} onClick={() => onSwitch(id)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
