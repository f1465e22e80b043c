import { newProfile } from '@duo/features/studio/agent-rules.ts'
import type { Scene } from '../../scene.ts'
import { none, open, type Row, session } from '../authorisation-rows.ts'

const agent = ({ studioAgentId: agentId }: Scene) => ({ agentId })
const document = ({ documentId }: Scene) => ({ documentId })
const passage = ({ passageId: id }: Scene) => ({ id })
const shared = ({ sharedSlug: slug }: Scene) => ({ slug })
const question = { question: 'What is it?', language: 'en' }
const file = { name: 'more.txt', size: 5, hasRight: true, replaces: null }

export const rows: Record<string, Row> = {
  'studio.overview': session(none, 'own'),
  'studio.createAgent': session(() => ({ name: 'A second Duo', language: 'en' }), 'own'),
  'studio.renameAgent': session(({ studioAgentId: id }) => ({ id, name: 'Another name' }), 'not_found'),
  'studio.documents': session(agent, 'not_found'),
  'studio.search': session((scene) => ({ ...agent(scene), question: 'What is it?' }), 'not_found'),
  'studio.upload': session((scene) => ({ ...agent(scene), ...file }), 'not_found'),
  'studio.passages': session(document, 'not_found'),
  'studio.editPassage': session((scene) => ({ ...passage(scene), text: 'Another text.' }), 'not_found'),
  'studio.hidePassage': session((scene) => ({ ...passage(scene), hidden: true }), 'not_found'),
  'studio.splitPassage': session((scene) => ({ ...passage(scene), at: 5 }), 'not_found'),
  'studio.mergePassage': session(passage, 'not_found'),
  'studio.rename': session((scene) => ({ ...document(scene), name: 'Another name' }), 'not_found'),
  'studio.retry': session(document, 'not_found'),
  'studio.cancel': session(({ versionId }) => ({ versionId }), 'not_found'),
  'studio.remove': session(document, 'not_found'),
  'studio.agent': session(agent, 'not_found'),
  'studio.saveAgent': session(
    (scene) => ({ ...agent(scene), revision: 0, name: 'Another name', profile: newProfile }),
    'not_found',
  ),
  'studio.tryAgent': session((scene) => ({ ...agent(scene), ...question }), 'not_found'),
  // a passage of another account is gone, as one that never was
  'studio.openPassage': session(({ passageId }) => ({ passageId }), 'gone'),
  'studio.corrections': session(agent, 'not_found'),
  'studio.addCorrection': session((scene) => ({ ...agent(scene), question: 'Why?', answer: 'Because.' }), 'not_found'),
  'studio.editCorrection': session(({ correctionId: id }) => ({ id, answer: 'Because.' }), 'not_found'),
  'studio.removeCorrection': session(({ correctionId: id }) => ({ id }), 'not_found'),
  'studio.coverage': session(agent, 'not_found'),
  'studio.measureCoverage': session(agent, 'not_found'),
  'studio.share': session(agent, 'not_found'),
  'studio.goBack': session(agent, 'not_found'),
  'studio.unshare': session(agent, 'not_found'),
  'studio.pause': session((scene) => ({ ...agent(scene), paused: true }), 'not_found'),
  'studio.audience': session(agent, 'not_found'),
  'studio.blockAsker': session((scene) => ({ ...agent(scene), asker: scene.asker, blocked: true }), 'not_found'),
  'studio.sharedAgent': open(shared, 'ok'),
  'studio.askAgent': open((scene) => ({ ...shared(scene), ...question }), 'ok'),
  'studio.openShared': open((scene) => ({ ...shared(scene), passageId: scene.sharedPassageId }), 'ok'),
  'studio.report': open((scene) => ({ ...shared(scene), reason: 'Wrong.', question: '', reply: '' }), 'ok'),
  'studio.removeAgent': session(agent, 'not_found'),
}
