import type { Scene } from '../../scene.ts'
import { none, type Row, session } from '../authorisation-rows.ts'

const agent = ({ studioAgentId: agentId }: Scene) => ({ agentId })
const document = ({ documentId }: Scene) => ({ documentId })
const passage = ({ passageId: id }: Scene) => ({ id })
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
  'studio.removeAgent': session(agent, 'not_found'),
}
