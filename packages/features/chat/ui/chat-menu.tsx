import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useSignOut } from '../../auth/ui/sign-out/use-sign-out.ts'
import { MenuButton } from '../../shell/ui/navigation/menu-button.tsx'
import { useTranslatedPaths } from '../../shell/ui/navigation/use-translated-paths.ts'

/** Site menu with sign-out, for windows where the conversation's bar replaces the site's. */
export function ChatMenu() {
  const addresses = useTranslatedPaths()
  const signOut = useSignOut()
  return (
    <MenuButton locale={getLocale()} paths={addresses} className="hover:bg-on-deep/15 lg:hidden">
      <button type="button" onClick={signOut} className="inline-flex min-h-touch items-center justify-center font-semibold">
        {m.auth_sign_out()}
      </button>
    </MenuButton>
  )
}
