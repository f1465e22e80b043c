import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Region } from './rules.ts'

const names: Record<Region, (inputs?: object, options?: { locale?: Locale }) => string> = {
  br: m.safety_region_br,
  pt: m.safety_region_pt,
  us: m.safety_region_us,
  ca: m.safety_region_ca,
  gb: m.safety_region_gb,
  ie: m.safety_region_ie,
  au: m.safety_region_au,
  nz: m.safety_region_nz,
}

/** In the given language, else in the page's. */
export const regionName = (region: Region, locale?: Locale) => names[region]({}, locale && { locale })
