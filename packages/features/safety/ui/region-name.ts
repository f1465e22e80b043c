import { m } from '@duo/platform/i18n/messages.ts'
import type { Region } from '../rules.ts'

const names: Record<Region, () => string> = {
  br: m.safety_page_region_br,
  pt: m.safety_page_region_pt,
  us: m.safety_page_region_us,
  ca: m.safety_page_region_ca,
  gb: m.safety_page_region_gb,
  ie: m.safety_page_region_ie,
  au: m.safety_page_region_au,
  nz: m.safety_page_region_nz,
}

export const regionName = (region: Region) => names[region]()
