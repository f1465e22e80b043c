import type { Db } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { Mailer } from '@duo/platform/server/mail/mail.ts'
import { renderMail } from '@duo/platform/server/mail/render-mail.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { findTakenDown } from './takedown-queries.ts'

interface MailContext {
  db: Db
  publicUrl: string
  mailer: Mailer
}

/** Tells a creator that the operator took an agent down, and why. Sends nothing if it has been restored or deleted since. */
export const takedownMail = defineJob({
  name: 'studio.taken_down',
  payload: z.object({ agentId: z.uuid() }),
  run: async ({ db, publicUrl, mailer }: MailContext, { agentId }, { messageId }) => {
    const agent = await findTakenDown(db, agentId)
    if (!agent) return
    const { name, email, language: locale } = agent
    const subject = m.studio_mail_down_subject({ name }, { locale })
    const content = {
      locale,
      publicUrl,
      preview: m.studio_mail_down_preview({}, { locale }),
      heading: subject,
      paragraphs: [
        m.studio_mail_down_text({}, { locale }),
        m.studio_mail_down_reason({ reason: agent.reason ?? '' }, { locale }),
        m.studio_mail_down_next({}, { locale }),
      ],
      action: {
        label: m.studio_mail_down_action({}, { locale }),
        href: new URL(localizePath('/studio', locale), publicUrl).href,
      },
      footer: [m.studio_mail_down_why({}, { locale })],
    }
    await mailer.send({ to: email, messageId, subject, ...(await renderMail(content)) })
  },
})
