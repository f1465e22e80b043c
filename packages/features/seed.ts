/** Entry point of `npm run seed`: imports no UI and no messages, so plain Node runs it without a build. */

export { bundledRules } from './blog/rules.ts'
export { frontMatter } from './blog/server/import/front-matter.ts'
export { seedArticles } from './blog/server/import/seed-articles.ts'
export { bundledAgentRules } from './marketplace/rules.ts'
export { personaFields } from './marketplace/server/import/read-personas.ts'
export { seedAgents } from './marketplace/server/import/seed-agents.ts'
export { seedMembers } from './survey/server/seed-members.ts'
