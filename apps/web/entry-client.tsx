import '@duo/platform/browser/old-browser.ts'
import { browserApi, createAppRouter, reopenWithoutPassword } from '@duo/features/client'
import { ignoreStrayFiles } from '@duo/platform/browser/input/ignore-stray-files.ts'
import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { localeFromTag } from '@duo/platform/shared/locale.ts'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import './styles.css'

function startApp() {
  setDocumentLocale()
  ignoreStrayFiles()
  const { lang, dataset } = document.documentElement
  const router = createAppRouter({
    api: browserApi,
    locale: localeFromTag(lang),
    origin: location.origin,
    inBrowser: true,
    gtmId: dataset.gtm,
    dataController: { name: dataset.controller, contact: dataset.contact },
    studio: dataset.studio === 'on' || dataset.studio === 'invited' ? dataset.studio : 'off',
  })

  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />)
  })
}

if (!reopenWithoutPassword()) startApp()
