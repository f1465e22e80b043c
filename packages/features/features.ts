import { accountFeature } from './account/feature.ts'
import { authFeature } from './auth/feature.ts'
import { billingFeature } from './billing/feature.ts'
import { blogFeature } from './blog/feature.ts'
import { chatFeature } from './chat/feature.ts'
import { legalFeature } from './legal/feature.ts'
import { marketplaceFeature } from './marketplace/feature.ts'
import { safetyFeature } from './safety/feature.ts'
import { secondFactorFeature } from './second-factor/feature.ts'
import { siteFeature } from './site/feature.ts'
import { studioFeature } from './studio/feature.ts'
import { surveyFeature } from './survey/feature.ts'
import { waitlistFeature } from './waitlist/feature.ts'

/** Every feature of the server. The names begin those of the procedures, unless a feature has a namespace. Clients rely on them. */
export const features = {
  site: siteFeature,
  marketplace: marketplaceFeature,
  billing: billingFeature,
  blog: blogFeature,
  legal: legalFeature,
  safety: safetyFeature,
  waitlist: waitlistFeature,
  survey: surveyFeature,
  auth: authFeature,
  secondFactor: secondFactorFeature,
  account: accountFeature,
  chat: chatFeature,
  studio: studioFeature,
}
