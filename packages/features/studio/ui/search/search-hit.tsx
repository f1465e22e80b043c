import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { placeText } from '../../place-text.ts'
import type { SearchHit } from '../../schema.ts'
import { beginsAlike, excerptOf } from './excerpt.ts'

/** A passage that was found, where it is, and why it came. */
export function SearchHitItem({ hit, number }: { hit: SearchHit; number: number }) {
  const { documentId, documentName, place, text, question, score, isUsed } = hit
  const lang = hit.language ?? undefined
  const where = placeText(hit)
  const words = [...hit.words, ...hit.alike.map(([, found]) => found)]
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-5 sm:grid-cols-[2rem_minmax(0,1fr)_13rem]">
      <span aria-hidden="true" className="figures font-voice text-xl font-[560] max-sm:hidden">
        {number}
      </span>
      <div className="min-w-0">
        {question !== null && (
          <p lang={lang} className="font-semibold wrap-anywhere">
            {question}
          </p>
        )}
        <p lang={lang} className={`whitespace-pre-line wrap-anywhere ${isUsed ? '' : 'text-muted'}`}>
          <Marked text={excerptOf(text, words)} words={words} />
        </p>
        <Link
          to="/studio/documents/$documentId"
          params={{ documentId }}
          search={{ at: place }}
          className="text-link mt-1 inline-flex min-h-touch items-center text-sm font-semibold"
        >
          <span>
            <Name>{documentName}</Name>
            {where !== null && <span>{`, ${where}`}</span>}
          </span>
        </Link>
      </div>
      <Why {...hit} score={score} />
    </li>
  )
}

function Why({ words, phrases, alike, score }: SearchHit) {
  const percent = Math.round(score * 100)
  const reasons = [
    { name: m.studio_why_words(), text: words.join(', ') },
    { name: m.studio_why_phrases(), text: phrases.map((phrase) => `“${phrase}”`).join(', ') },
    { name: m.studio_why_alike(), text: alike.map(([typed, found]) => `${typed} ≈ ${found}`).join(', ') },
  ].filter(({ text }) => text !== '')
  return (
    <div className="text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {reasons.map(({ name, text }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 flex items-center gap-3">
        <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
        <span className="figures">
          <span className="sr-only">{m.studio_why_score()}</span>
          <span>{percent}</span>
        </span>
      </p>
    </div>
  )
}

/** Marks the words of the question, whatever their case and accents; also those that begin alike. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = text.split(/([\p{L}\p{N}]+)/u)
  const isMarked = (part: string, index: number) => index % 2 === 1 && beginsAlike(part, words)
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
        <span key={index} className={isMarked(part, index) ? 'bg-voice-bright text-on-bright' : undefined}>
          {part}
        </span>
      ))}
    </span>
  )
}
