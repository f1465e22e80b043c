import { m } from '@duo/platform/i18n/messages.ts'
import { QuestionBubble, ReplyBubble } from '#chat/ui/ask/reply-bubble.tsx'
import { Picture } from './picture.tsx'

export function ConversationPicture() {
  return (
    <Picture caption={m.site_picture_conversation()}>
      <div className="grid gap-3">
        <QuestionBubble text={m.site_picture_question()} />
        <div className="max-w-[94%]">
          <ReplyBubble
            name={m.site_picture_agent()}
            note={m.site_picture_hour()}
            text={m.site_picture_answer()}
            sources={[{ title: m.site_picture_source_title(), source: m.site_picture_source() }]}
          />
        </div>
      </div>
    </Picture>
  )
}
