import { auth } from './auth/feature.ts'
import { billing } from './billing/feature.ts'
import { blog } from './blog/feature.ts'
import { chat } from './chat/feature.ts'
import { legal } from './legal/feature.ts'
import { marketplace } from './marketplace/feature.ts'
import { safety } from './safety/feature.ts'
import { site } from './site/feature.ts'
import { survey } from './survey/feature.ts'
import { waitlist } from './waitlist/feature.ts'

/** Every feature of the server. The names begin those of the procedures, on which clients rely (design, section 11). */
export const features = { site, marketplace, billing, blog, legal, safety, waitlist, survey, auth, chat }
