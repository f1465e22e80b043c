import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { type DragEvent, useId, useRef, useState } from 'react'
import { fileExtensions } from '../../rules.ts'
import { LeaveQuestion } from '../frame/leave-question.tsx'
import { chosenFiles, droppedFiles, type NamedFile } from './dropped-files.ts'
import { PasteText } from './paste-text.tsx'

interface DropZoneProps {
  title: string
  level: 2 | 3
  busy?: boolean
  onFiles: (files: readonly NamedFile[]) => void
}

const types = ['PDF', 'Word', 'EPUB', 'Markdown', 'HTML', m.studio_type_text, m.studio_type_subtitles, 'CSV']

/** At most three names, so that a folder does not fill the screen. */
const namesOf = (files: readonly NamedFile[]) => (files.length > 3 ? `${firstNames(files)} …` : firstNames(files))
const firstNames = (files: readonly NamedFile[]) =>
  files
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')

/** Takes files by drop, choice or paste, once the creator has declared the right to use them. Files that came before wait for it. */
export function DropZone({ title, level, busy = false, onFiles }: DropZoneProps) {
  const Heading = `h${level}` as const
  const hydrated = useHydrated()
  const [hasRight, setHasRight] = useState(false)
  const [held, setHeld] = useState<readonly NamedFile[]>([])
  const [depth, setDepth] = useState(0)
  const [isPasting, setPasting] = useState(false)
  const [pasteCount, setPasteCount] = useState(0)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const right = useRef<HTMLInputElement>(null)
  const id = useId()
  const take = (taken: readonly NamedFile[]) => {
    if (taken.length === 0) return
    if (hasRight) return onFiles(taken)
    setHeld((before) => [...before, ...taken])
    right.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDepth(0)
    droppedFiles(event.dataTransfer).then(take, console.error)
  }
  return (
    // a drop is a shortcut: the buttons inside do the same by keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      data-drop-zone
      onDragEnter={() => setDepth((before) => before + 1)}
      onDragLeave={() => setDepth((before) => Math.max(0, before - 1))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={`rounded-voice border-2 border-dashed p-6 transition-colors sm:p-10 ${depth > 0 ? 'border-overlap bg-paper-sunk' : 'border-line-strong bg-paper-raised'}`}
    >
      <Heading className="font-voice text-2xl font-[560]">{depth > 0 ? m.studio_drop_now() : title}</Heading>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button disabled={!hydrated} busy={busy} onClick={() => files.current?.click()}>
          {m.studio_choose_files()}
        </Button>
        <Button variant="quiet" disabled={!hydrated} onClick={() => folder.current?.click()}>
          {m.studio_choose_folder()}
        </Button>
        <Button variant="quiet" disabled={!hydrated} aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          {m.studio_paste()}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        accept={fileExtensions.join(',')}
        hidden
        onChange={({ currentTarget }) => {
          take(chosenFiles(currentTarget.files))
          currentTarget.value = ''
        }}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          take(chosenFiles(currentTarget.files, true))
          currentTarget.value = ''
        }}
      />
      {/* stays when it is closed, with its text */}
      <div hidden={!isPasting}>
        <PasteText
          key={pasteCount}
          onText={(file) => {
            setPasting(false)
            setPasteCount(pasteCount + 1)
            take([file])
          }}
        />
      </div>
      <p className="mt-5 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
        {types.map((type) => {
          const name = typeof type === 'string' ? type : type()
          return <span key={name}>{name}</span>
        })}
      </p>
      <p className="mt-2 max-w-[52ch] text-sm text-muted">{m.studio_zone_limits()}</p>
      <div className="mt-5 flex gap-3">
        <input
          ref={right}
          id={id}
          type="checkbox"
          checked={hasRight}
          disabled={!hydrated}
          aria-describedby={`${id}-hint`}
          className="mt-0.5 size-6 flex-none accent-(--color-accent)"
          onChange={({ target }) => {
            setHasRight(target.checked)
            if (!target.checked || held.length === 0) return
            setHeld([])
            onFiles(held)
          }}
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            {m.studio_right()}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {m.studio_right_hint()}
          </p>
        </div>
      </div>
      <p role="status" className="mt-4 font-semibold text-danger empty:hidden">
        {held.length > 0 && m.studio_right_first({ names: namesOf(held) })}
      </p>
      <LeaveQuestion isUnsaved={held.length > 0} />
    </div>
  )
}
