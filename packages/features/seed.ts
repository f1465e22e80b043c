/** The door for `npm run seed`: nothing behind it is a screen or a text, so plain Node runs it without a build. */
export { frontMatter } from './blog/matter-service.ts'
export { houseRules } from './blog/rules.ts'
export { seedArticles } from './blog/seed-service.ts'
export { personaFields } from './marketplace/persona-service.ts'
export { houseAgents } from './marketplace/rules.ts'
export { seedAgents } from './marketplace/seed-service.ts'
