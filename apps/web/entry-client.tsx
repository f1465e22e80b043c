import { browserApi, createAppRouter, listenForQuestions } from '@duo/features/client'
import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { localeFromTag } from '@duo/platform/shared/locale.ts'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import './styles.css'

setDocumentLocale()
listenForQuestions()
const { lang, dataset } = document.documentElement
const router = createAppRouter({
  api: browserApi,
  locale: localeFromTag(lang),
  origin: location.origin,
  gtmId: dataset.gtm,
  dataController: { name: dataset.controller, contact: dataset.contact },
})

startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />)
})
