import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { searchText } from '@duo/platform/shared/text/search-words.ts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useId, useState } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import { useServerSync } from '../../../shell/ui/api/use-server-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { DocumentsResult, StudioDocument } from '../../schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { StudioHead } from '../frame/studio-head.tsx'
import { UsageMeter } from '../frame/usage-meter.tsx'
import { DropZone } from '../uploads/drop-zone.tsx'
import type { NamedFile } from '../uploads/dropped-files.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import { AgentName } from './agent-name.tsx'
import { DocumentRow } from './document-row.tsx'
import { splitByName, toNewFiles } from './same-names.ts'
import { SameNamesQuestion } from './same-names-question.tsx'
import { UploadRow } from './upload-row.tsx'

const route = getRouteApi('/studio/$agentId')

export function Page() {
  const found = route.useLoaderData()
  const { viewer } = useSession()
  if (!found) return <StudioClosed />
  return <Documents key={`${viewer?.id} ${found.agent.id}`} {...found} />
}

const busyPollMs = 1_500
const idlePollMs = 20_000
/** From how many documents on a field to find one helps. */
const searchFrom = 8

const isUnderWay = ({ current, next }: StudioDocument) =>
  [current, next].some((version) => version !== null && version.state !== 'ready' && version.state !== 'failed')

export function Documents({ agent, documents, usage }: DocumentsResult) {
  const router = useRouter()
  const { uploads, start, resume, goOn, forget } = useUploads(agent.id)
  const { api } = usePageContext()
  const reload = useCallback(async () => {
    // asked first: a loader that fails would replace the page, and with it what is typed
    await (await api()).studio.documents.query({ agentId: agent.id })
    await router.invalidate()
  }, [api, agent.id, router])
  const isBusy = uploads.length > 0 || documents.some(isUnderWay)
  const notify = useServerSync('studio', reload, { pollMs: isBusy ? busyPollMs : idlePollMs })
  const [isAdding, setAdding] = useState(documents.length === 0 && uploads.length === 0)
  // files whose names are taken wait for an answer
  const [held, setHeld] = useState<readonly NamedFile[]>([])
  const opener = useFocusBack(held.length > 0)
  const [wanted, setWanted] = useState('')
  const field = useId()
  const shown = documents.filter(({ name }) => searchText(name).includes(searchText(wanted.trim())))
  // a file of this tab is shown by its own row until the server has all of it
  const sending = new Set(uploads.map(({ documentId }) => documentId))
  const ordered = shown.filter(({ id }) => !sending.has(id)).sort((one, other) => rank(one) - rank(other))
  const changed = () => {
    notify()
    reload().catch(console.error)
  }
  return (
    <StudioFrame agent={agent} title={m.studio_documents_head({ name: agent.name })} aside={<UsageMeter {...usage} />}>
      <AgentName agent={agent} onRenamed={changed} />
      <StudioHead agentId={agent.id} title={m.studio_documents()} lead={leadOf(documents)}>
        {!isAdding && (
          <Button ref={opener} onClick={() => setAdding(true)}>
            {m.studio_add_documents()}
          </Button>
        )}
      </StudioHead>
      {isAdding && (
        <div>
          <DropZone
            title={m.studio_zone_title()}
            level={2}
            onFiles={(files) => {
              const { fresh, taken } = splitByName(files, [...documents, ...uploads])
              start(agent.id, fresh)
              setHeld((before) => [...before, ...taken])
              setAdding(false)
            }}
          />
        </div>
      )}
      {held.length > 0 && (
        <SameNamesQuestion
          files={held}
          documents={documents}
          onChoose={(choice) => {
            start(agent.id, toNewFiles(held, documents, choice))
            setHeld([])
          }}
          onLeaveOut={() => setHeld([])}
        />
      )}
      {documents.length > 0 && <Counts documents={documents} passages={agent.passages} />}
      {documents.length >= searchFrom && (
        <div className="mt-6 max-w-sm">
          <label htmlFor={field} className="sr-only">
            {m.studio_find_document()}
          </label>
          <input
            id={field}
            type="search"
            value={wanted}
            placeholder={m.studio_find_document()}
            className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-4"
            onChange={({ target }) => setWanted(target.value)}
          />
        </div>
      )}
      <ul aria-label={m.studio_documents()} className="mt-6 border-t border-line">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onGoOn={() => goOn(upload.key)}
            onForget={() => forget(upload.key)}
            onChanged={changed}
          />
        ))}
        {ordered.map((document) => (
          <DocumentRow
            key={document.id}
            agentId={agent.id}
            document={document}
            onReplace={(files, everywhere) =>
              start(
                agent.id,
                files.map((file) => ({ ...file, replaces: document.id, everywhere })),
              )
            }
            onResume={resume}
            onChanged={changed}
          />
        ))}
      </ul>
      {documents.length > 0 && shown.length === 0 && <p className="py-6 text-muted">{m.studio_find_none({ wanted })}</p>}
      <div className="mt-10 md:hidden">
        <UsageMeter {...usage} />
      </div>
    </StudioFrame>
  )
}

/** What needs the creator comes first, then what is under way. */
function rank(document: StudioDocument): number {
  if (document.next?.state === 'failed' || document.next?.state === 'uploading') return 0
  return isUnderWay(document) ? 1 : 2
}

function leadOf(documents: readonly StudioDocument[]): string {
  if (documents.length === 0) return m.studio_documents_none()
  if (documents.some(isUnderWay))
    return documents.some(({ current }) => (current?.passages ?? 0) > 0)
      ? m.studio_documents_partly()
      : m.studio_documents_begun()
  const answers = documents.filter(({ current }) => current?.state === 'ready').length
  if (answers === 0) return m.studio_documents_unread()
  return answers < documents.length ? m.studio_documents_some_unread() : m.studio_documents_ready()
}

function Counts({ documents, passages }: { documents: readonly StudioDocument[]; passages: number }) {
  const locale = getLocale()
  const ready = documents.filter(({ current }) => current?.state === 'ready').length
  const failed = documents.filter(({ next }) => next?.state === 'failed').length
  const pictures = documents.reduce((sum, { current }) => sum + (current?.emptyPages.length ?? 0), 0)
  const counts = [
    { value: ready, text: m.studio_count_ready({ count: documents.length }) },
    { value: passages, text: m.studio_count_passages({ count: passages }) },
    ...(failed > 0 ? [{ value: failed, text: m.studio_count_failed({ count: failed }) }] : []),
    ...(pictures > 0 ? [{ value: pictures, text: m.studio_count_pictures({ count: pictures }) }] : []),
  ]
  return (
    <ul className="mt-6 flex flex-wrap gap-x-10 gap-y-3">
      {counts.map(({ value, text }) => (
        <li key={text}>
          <span className="figures block font-voice text-2xl font-[560]">{formatNumber(value, locale)}</span>
          <span className="text-sm text-muted">{text}</span>
        </li>
      ))}
    </ul>
  )
}
