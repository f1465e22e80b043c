import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { afterInvitation, afterJoin, beforeInvitation } from '../pages/use-viewer.ts'
import { PlaceLink } from './place-link.tsx'

/** Ends a page, on its deep ground, for who joined in this browser: instead of the call to join, which is `beforeJoin`. */
export function PlaceNote() {
  return (
    <div className={`page-column relative grid items-end gap-x-8 gap-y-10 py-section lg:grid-cols-12 ${afterJoin}`}>
      <h2 className="font-voice max-w-[13ch] text-5xl font-[300] lg:col-span-7">
        <span className={beforeInvitation}>{m.shell_place_title()}</span>
        <span className={afterInvitation}>{m.shell_place_invited_title()}</span>
      </h2>
      <div className="lg:col-span-5">
        <p className={`max-w-[34ch] text-lg leading-snug ${beforeInvitation}`}>{m.shell_place_text()}</p>
        <p className={`max-w-[34ch] text-lg leading-snug ${afterInvitation}`}>{m.shell_place_invited_text()}</p>
        <PlaceLink className={`${buttonClasses('bright', 'lg')} mt-6 w-full sm:w-auto`} />
      </div>
    </div>
  )
}
