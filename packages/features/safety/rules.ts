import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import data from './helplines.json' with { type: 'json' }

export const regions = ['br', 'pt', 'us', 'ca', 'gb', 'ie', 'au', 'nz'] as const
export type Region = (typeof regions)[number]

/** docs/helplines.md has the source of each line and what could not be confirmed. */
export interface Helpline {
  region: Region
  kinds: HelpKind[]
  name: string
  for?: 'women' | 'men' | 'young' | 'adults'
  /** As the service prints it. */
  call?: string
  /** SMS; `word` is what to send, if the service asks for one. */
  text?: { word?: string; to: string }
  whatsapp?: string
  /** Web address of a chat or of the page that opens one. */
  chat?: string
  hours?: 'always' | Record<Locale, string>
}

/** In display order in each region and kind. */
export const helplines = data as Helpline[]

export const helplinesFor = (region: Region, kind: HelpKind): Helpline[] =>
  helplines.filter((line) => line.region === region && line.kinds.includes(kind))

interface Emergency {
  police: string
  ambulance: string
}

export const emergencyNumbers: Record<Region, Emergency> = {
  br: { police: '190', ambulance: '192' },
  pt: { police: '112', ambulance: '112' },
  us: { police: '911', ambulance: '911' },
  ca: { police: '911', ambulance: '911' },
  gb: { police: '999', ambulance: '999' },
  ie: { police: '112', ambulance: '112' },
  au: { police: '000', ambulance: '000' },
  nz: { police: '111', ambulance: '111' },
}

export const usualRegions: Record<Locale, readonly Region[]> = { en: ['us', 'gb'], pt: ['br', 'pt'] }

/** People write UK for the country whose code is GB. */
function regionOf(code: string): Region | undefined {
  const meant = code.trim().toLowerCase().replace(/^uk$/, 'gb')
  return regions.find((known) => known === meant)
}

/**
 * Returns the first region that the browser names in Accept-Language (`pt-BR`, `en-Latn-GB`, `es-US`); without one, the two with
 * the most speakers of the page's language. We do not look up addresses.
 */
export function regionsOf(acceptLanguage: string, locale: Locale): readonly Region[] {
  const tags = acceptLanguage
    .slice(0, 200)
    .toLowerCase()
    .matchAll(/\b[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/g)
  const named = tags.map(([, region = '']) => regionOf(region)).find((region) => region !== undefined)
  return named ? [named] : usualRegions[locale]
}

/** The page of all helplines, opened at a kind. */
export const helpPage = (kind: HelpKind, locale: Locale, places: readonly Region[]) =>
  `${localizePath('/help', locale)}${places.length === 1 ? `?region=${places[0]}` : ''}#${kind}`

/** Drops an unknown region. Set undefined explicitly: the router would otherwise keep the raw parameter. */
export const parseHelpSearch = ({ region }: Record<string, unknown>): { region?: Region | undefined } => ({
  region: typeof region === 'string' ? regionOf(region) : undefined,
})

/** A directory of services in all other countries. */
export const directoryAddress = 'https://findahelpline.com'

export const telephoneAddress = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`
export const textAddress = (number: string) => `sms:${number.replace(/[^\d+]/g, '')}`

/** Brazil's or Portugal's country code before the national number, as wa.me expects it. */
const countryCodes: Partial<Record<Region, string>> = { br: '55', pt: '351' }
export const whatsappAddress = ({ region, whatsapp }: Pick<Helpline, 'region' | 'whatsapp'>) =>
  `https://wa.me/${countryCodes[region] ?? ''}${whatsapp?.replace(/\D/g, '') ?? ''}`

const numbers = [
  ...Object.values(emergencyNumbers).flatMap(({ police, ambulance }) => [police, ambulance]),
  ...helplines.flatMap(({ call }) => call ?? []),
]

/** The only telephone and SMS links allowed in replies, so that a model cannot make users call or text other numbers. */
export const allowedTelephoneAddresses: ReadonlySet<string> = new Set([
  ...numbers.map(telephoneAddress),
  ...helplines.flatMap(({ text }) => (text ? [textAddress(text.to)] : [])),
])
