import type { Scene } from '../../scene.ts'
import { open, type Row, session, withKeys } from '../authorisation-rows.ts'

const conversation = ({ conversationId: id }: Scene) => ({ id })
const question = ({ questionId: messageId }: Scene) => ({ messageId })
const reply = ({ replyId: messageId }: Scene) => ({ messageId })
const clientId = '0e5a1f1e-0000-4000-8000-000000000000'

export const rows: Record<string, Row> = {
  'chat.start': withKeys(session(({ agentId }) => ({ agentId }), 'own')),
  'chat.list': withKeys(session(() => ({ search: '', cursor: null, language: 'en' }), 'own')),
  'chat.conversation': withKeys(session(({ conversationId: id }) => ({ id, language: 'en' }), 'not_found')),
  'chat.messages': withKeys(session(({ conversationId }) => ({ conversationId, cursor: null }), 'not_found')),
  'chat.stream': withKeys(session(reply, 'not_found')),
  'chat.send': withKeys(session(({ conversationId }) => ({ conversationId, clientId, content: 'And who paid?' }), 'not_found')),
  'chat.sendAndStream': withKeys(
    session(({ conversationId }) => ({ conversationId, clientId, content: 'And who paid?' }), 'not_found'),
  ),
  'chat.edit': withKeys(session((scene) => ({ ...question(scene), clientId, content: 'And who built it?' }), 'not_found')),
  // the reply is no help
  'chat.notAboutMe': withKeys(session(reply, 'not_found', 'not_found')),
  'chat.retry': withKeys(session(reply, 'not_found')),
  'chat.stop': withKeys(session(reply, 'not_found')),
  'chat.showVersion': withKeys(session(question, 'not_found')),
  'chat.rate': withKeys(session((scene) => ({ ...reply(scene), vote: 'up', reason: null }), 'not_found')),
  'chat.rename': withKeys(session((scene) => ({ ...conversation(scene), title: 'Another title' }), 'not_found')),
  'chat.pin': withKeys(session((scene) => ({ ...conversation(scene), pinned: true }), 'not_found')),
  'chat.archive': withKeys(session((scene) => ({ ...conversation(scene), archived: true }), 'not_found')),
  'chat.share': session(conversation, 'not_found'),
  'chat.shareState': session(conversation, 'not_found'),
  'chat.ask': open(() => ({ agent: 'ada-lovelace', question: 'Hello', language: 'en' })),
  'chat.shared': withKeys(open(({ sharedToken: token }) => ({ token, language: 'en' }), 'ok')),
  'chat.unshare': session(conversation, 'not_found'),
  'chat.remove': session(conversation, 'not_found'),
  'chat.restore': session(conversation, 'not_found'),
}
