import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { guide } from '#guide/rules.ts'
import { AskField } from '#shell/ui/ask/ask-field.tsx'
import { PlaceLink } from '#shell/ui/navigation/place-link.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { beforeJoin } from '#shell/ui/pages/use-viewer.ts'
import { HeroExample } from './hero-example.tsx'

/** `form`: the join form of the first screen. */
export function HomeHero({ form }: { form: ReactNode }) {
  // whose studio is open
  const isOpen = usePageContext().studio === 'on'
  return (
    <section data-ask-scene="" className="group/scene overflow-x-clip pt-header">
      <div className="page-column grid grid-cols-1 items-center gap-x-8 gap-y-5 pt-4 pb-16 md:pt-10 lg:grid-cols-12 lg:gap-y-8 lg:pt-6 lg:pb-20">
        {/* from the top, because the other column grows with the talk */}
        <div className="relative z-10 lg:col-span-6 lg:self-start lg:pt-[max(0px,(100svh-40rem)/2)]">
          <p className="font-semibold text-muted low-phone:hidden">{m.site_hero_kicker()}</p>
          {/* two lines, three on a phone: the text and the button below stay within the first screen */}
          <h1 className="font-voice mt-3 -ml-[0.04em] text-display text-wrap low-phone:mt-0 md:mt-6 lg:text-[min(5.2vw,4.9rem)] lg:leading-[0.98]">
            <span className="block font-[620]">{m.site_hero_title_first()}</span>{' '}
            <span className="block font-[300]">{m.site_hero_title_second()}</span>
          </h1>
          <p className="mt-5 max-w-[36ch] low-phone:mt-3 text-lg leading-snug text-pretty md:mt-8">{m.site_hero_lead()}</p>
          <div className="mt-6 max-w-[34rem] low-phone:mt-4 md:mt-8">
            <div className={beforeJoin}>{form}</div>
            <PlaceLink className={`${buttonClasses('primary', 'lg')} mb-4 w-full sm:w-auto`} />
            <p className="text-sm text-muted max-sm:mt-3">{isOpen ? m.site_hero_note_open() : m.site_hero_note()}</p>
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-y-6 lg:col-span-6 lg:-ml-4 lg:gap-y-4">
          {/* as high as the shapes that it covers, so that a growing answer moves nothing */}
          <div
            data-ask-talk=""
            className="min-w-0 empty:hidden lg:col-start-1 lg:row-start-1 lg:h-0 lg:min-h-full lg:flex lg:flex-col lg:overflow-y-auto lg:overscroll-contain lg:pt-5 lg:[mask-image:linear-gradient(transparent,#000_1.25rem)]"
          />
          <div className="min-w-0 lg:row-start-2">
            <AskField
              agent={guide}
              label={m.shell_ask_guide()}
              suggestions={[m.shell_ask_guide_first(), m.shell_ask_guide_second(), m.shell_ask_guide_third()]}
            >
              <Link to="/marketplace" className="text-link inline-flex min-h-touch items-center text-sm">
                {m.shell_ask_guide_others()}
              </Link>
            </AskField>
          </div>
          <div className="max-lg:mt-4 lg:col-start-1 lg:row-start-1">
            <HeroExample />
          </div>
        </div>
      </div>
    </section>
  )
}
