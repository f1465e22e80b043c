import { m } from '@duo/platform/i18n/messages.ts'
import { type Helpline, telephoneAddress, textAddress, whatsappAddress } from '../rules.ts'

interface Way {
  id: 'call' | 'text' | 'whatsapp' | 'chat'
  href: string
  label: string
  /** Opens a website and not a program for calls or messages. */
  isPage?: boolean
}

export function waysOf(line: Helpline): Way[] {
  const { call, text, whatsapp, chat } = line
  const ways: Way[] = []
  if (call) ways.push({ id: 'call', href: telephoneAddress(call), label: m.safety_page_call({ number: call }) })
  if (text) ways.push({ id: 'text', href: textAddress(text.to), label: textLabel(text) })
  if (whatsapp)
    ways.push({ id: 'whatsapp', href: whatsappAddress(line), label: m.safety_page_whatsapp({ number: whatsapp }), isPage: true })
  if (chat) ways.push({ id: 'chat', href: chat, label: m.safety_page_chat(), isPage: true })
  return ways
}

const textLabel = ({ word, to }: NonNullable<Helpline['text']>) =>
  word ? m.safety_page_text_word({ word, number: to }) : m.safety_page_text({ number: to })
