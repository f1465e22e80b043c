import { named } from '@duo/platform/browser/ui/name.tsx'
import { ToastProvider, useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { locales, localizePath } from '@duo/platform/shared/locale.ts'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders into a React root of its own, because most pages that show the toast are documents. */
export function renderWelcome(name: string, isInvited: boolean): void {
  setDocumentLocale()
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <ToastProvider closeLabel={m.auth_menu_close()}>
      <Welcome name={name} isInvited={isInvited} />
    </ToastProvider>,
  )
}

const isHome = () => locales.some((locale) => location.pathname === localizePath('/', locale))

function Welcome({ name, isInvited }: { name: string; isInvited: boolean }) {
  const toast = useToast()
  useEffect(() => {
    // who was on the way to a page is there already
    const plain = isHome() ? m.auth_welcome_next() : m.auth_welcome_text()
    const text = isInvited ? m.auth_welcome_invited() : plain
    toast({ title: named((shown) => m.auth_welcome_title({ name: shown }), name), text, tone: 'success' })
  }, [toast, name, isInvited])
  return null
}
