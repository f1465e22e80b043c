import { useLazyDialog } from '@duo/platform/browser/parts/use-lazy-dialog.ts'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { ShareIcon } from '../../../chat/ui/icons.tsx'

export function ShareButton({ name, slug }: { name: string; slug: string }) {
  const { Dialog, button, dialog } = useLazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)
  return (
    <>
      <button type="button" {...button} className={`${buttonClasses('plain')} px-2! noscript:hidden`}>
        <ShareIcon className="size-5 flex-none" />
        <span>{m.studio_shared_share()}</span>
      </button>
      {Dialog && <Dialog {...dialog} name={name} slug={slug} />}
    </>
  )
}
