/** Inputs of forms, for clients that validate before they send (packages/client). */
export { profileInput } from './account/schema.ts'
export { sendInput } from './chat/schema.ts'
export { followUpInput, qualifyInput } from './survey/schema.ts'
export { joinInput } from './waitlist/schema.ts'
