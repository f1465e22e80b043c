import { m } from '../../i18n/messages.ts'
import { mailCodeText } from './mail-code-text.ts'
import type { MailContent } from './mail-layout.tsx'

/** Imports React Email lazily: it takes a third of the server's load time. */
export async function renderMail({ footer, ...rest }: MailContent): Promise<{ html: string; text: string }> {
  // every mail of ours may be replied to
  const content = { ...rest, footer: [...footer, m.ui_mail_help({}, { locale: rest.locale })] }
  const { renderLayout } = await import('./mail-layout.tsx')
  return { html: await renderLayout(content), text: plainText(content) }
}

function plainText({ locale, heading, paragraphs, action, note, footer, leave, publicUrl }: MailContent): string {
  const blocks = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...(action?.code ? [`${mailCodeText(action.href, locale)}\n${action.code}`] : []),
    ...(note ? [note] : []),
  ]
  return `${[...blocks, ['-- ', ...footer, ...(leave ? [`${leave.label}: ${leave.href}`] : []), publicUrl].join('\n')].join('\n\n')}\n`
}
