import { buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath } from '@duo/platform/shared/motif.ts'
import { Link } from '@tanstack/react-router'

/** The door before it opens: no accounts until the beta, and the way in until then. */
export function Page() {
  return (
    <section className="overflow-x-clip pt-header">
      <div className="page-column grid min-h-[80svh] items-center gap-x-8 gap-y-12 pt-6 pb-16 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <Link to="/" className="text-link -ml-1 inline-flex min-h-touch items-center px-1 font-semibold">
            {m.auth_home()}
          </Link>
          <h1 className="font-voice mt-8 -ml-[0.04em] max-w-[8em] text-5xl text-wrap lg:text-display">
            <span className="block font-[620]">{m.auth_heading_first()}</span>{' '}
            <span className="block font-[300] text-balance">{m.auth_heading_second()}</span>
          </h1>
          <p className="mt-8 max-w-[44ch] text-lg leading-snug">{m.auth_text()}</p>
          <Link to="/" hash="email-collection" className={`${buttonLook('primary', 'lg')} mt-8 w-full sm:w-auto`}>
            {m.auth_join()}
          </Link>
          <p className="mt-4 text-sm text-muted">{m.auth_note()}</p>
        </div>
        <Door />
      </div>
    </section>
  )
}

/** A door ajar: the agent's half stands in it, and the light comes from behind. */
function Door() {
  return (
    <svg
      viewBox="0 0 480 560"
      aria-hidden="true"
      focusable="false"
      className="h-auto w-full max-w-104 overflow-visible lg:col-span-5 lg:max-w-none"
    >
      <path d={agentPath({ x: 240, y: 250, r: 240 })} className="fill-voice-bright" />
      <path d="M240 10v550h240V250A240 240 0 0 0 240 10z" className="fill-voice-deep" />
      <circle cx={286} cy={318} r={16} className="fill-overlap" />
    </svg>
  )
}
