import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { MotifTexture } from '@duo/platform/browser/ui/motif/motif-texture.tsx'
import { Link } from '@tanstack/react-router'
import { MakeYours } from '#shell/ui/navigation/make-yours.tsx'
import { PlaceNote } from '#shell/ui/navigation/place-note.tsx'
import { beforeJoin } from '#shell/ui/pages/use-viewer.ts'

interface PageClosingProps {
  title: string
  text: string
  join: string
  other?: { to: '/community' | '/about'; label: string }
}

export function PageClosing({ title, text, join, other }: PageClosingProps) {
  return (
    <section data-ground="deep" className="relative overflow-clip">
      <MotifTexture
        width={1440}
        height={480}
        keep="xMaxYMid"
        person={{ x: 930, y: 420, r: 330 }}
        agent={{ x: 1290, y: 150, r: 330 }}
      />
      <div className={`page-column relative grid items-end gap-x-8 gap-y-10 py-section lg:grid-cols-12 ${beforeJoin}`}>
        <h2 className="font-voice max-w-[11ch] text-5xl font-[300] lg:col-span-7 lg:text-display">{title}</h2>
        <div className="lg:col-span-5">
          <p className="max-w-[34ch] text-lg leading-snug">{text}</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Link to="/" hash="email-collection" className={`${buttonClasses('bright', 'lg')} w-full sm:w-auto`}>
              {join}
            </Link>
            <MakeYours />
            {other && (
              <Link to={other.to} className="text-link inline-flex min-h-touch items-center font-semibold">
                {other.label}
              </Link>
            )}
          </div>
        </div>
      </div>
      <PlaceNote />
    </section>
  )
}
