import { m } from '@duo/platform/i18n/messages.ts'

/** Sentences of a model that the cited passages do not bear out. */
export const Unsupported = ({ sentences }: { sentences: readonly string[] }) => (
  <div className="mt-4 rounded-md border border-dashed border-danger px-4 py-3 text-sm">
    <p className="font-semibold text-danger">{m.studio_unsupported()}</p>
    <ul className="my-1">
      {sentences.map((sentence) => (
        <li key={sentence} className="wrap-anywhere">
          <s>{sentence}</s>
        </li>
      ))}
    </ul>
    <p>{m.studio_unsupported_why({ count: sentences.length })}</p>
  </div>
)
