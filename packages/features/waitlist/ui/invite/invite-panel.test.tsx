import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startCopyButtons } from '#shell/ui/script/copy.ts'
import { InvitePanel } from './invite-panel.tsx'

const link = 'https://goduo.example/?ref=K7Q2M9XW4T'
const panel = (props: Partial<Parameters<typeof InvitePanel>[0]> = {}) =>
  render(<InvitePanel link={link} position={14} invitesLeft={3} confirmedFriends={2} {...props} />)

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your invitation link' })
const network = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('shows the link, the number of confirmed friends out of five, and that five mean priority access', () => {
  const { container } = panel()
  expect(field()).toHaveValue(link)
  expect(field()).toHaveAttribute('readonly')
  expect(screen.getByText('2 of 5 friends confirmed, 3 invites left')).toBeVisible()
  expect(screen.getByText(/Five give you priority access to the beta; after the fifth, the link closes\./)).toBeVisible()
  const places = container.querySelectorAll('[aria-hidden="true"] > svg')
  expect(places).toHaveLength(5)
  expect([...places].filter((place) => place.querySelector('.fill-overlap'))).toHaveLength(2)
})

test.each([
  ['en', 4, 1, '4 of 5 friends confirmed, 1 invite left'],
  ['pt-BR', 4, 1, '4 de 5 amigos confirmados, falta 1 convite'],
  ['pt-BR', 0, 5, '0 de 5 amigos confirmados, faltam 5 convites'],
])('shows the counts in %s: %i confirmed, %i left', (lang, confirmedFriends, invitesLeft, text) => {
  document.documentElement.lang = lang
  panel({ confirmedFriends, invitesLeft })
  expect(screen.getByText(text)).toBeVisible()
})

test.each([
  ['en', 1, '1 friend under review. If all is well, it will count.'],
  ['pt-BR', 1, '1 amigo em análise. Se estiver tudo certo, passa a contar.'],
  ['pt-BR', 2, '2 amigos em análise. Se estiver tudo certo, passam a contar.'],
])('says how many friends are under review, in %s: %i', (lang, inReview, text) => {
  document.documentElement.lang = lang
  panel({ inReview, confirmedFriends: 0, invitesLeft: 5 })
  expect(screen.getByText(text)).toBeVisible()
})

test('counts nothing for an invited person, whose place no longer matters', () => {
  const { container } = panel({ isInvited: true, inReview: 1 })
  expect(field()).toHaveValue(link)
  expect(screen.getByText(/your place in line no longer matters/)).toBeVisible()
  expect(screen.queryByText(/of 5 friends|under review/)).not.toBeInTheDocument()
  expect(container.querySelectorAll('[aria-hidden="true"] > svg')).toHaveLength(0)
})

test('with no invites left, the goal is reached and the used-up link is hidden', () => {
  panel({ invitesLeft: 0, confirmedFriends: 6 })
  expect(screen.getByRole('heading', { name: 'Goal reached' })).toBeVisible()
  expect(screen.getByText(/you have priority access/)).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  expect(document.querySelectorAll('[aria-hidden="true"] > svg')).toHaveLength(5)
})

test.each([
  [
    'en',
    /^Each friend .* moves you up\./,
    /^No one is ahead of you\. Each friend .* harder to overtake\. Five give you priority/,
  ],
  ['pt-BR', /^Cada amigo .* avançar na fila\./, /^Não há ninguém na sua frente\. Cada amigo .* primeiro lugar\. Com cinco,/],
])('a friend moves up who is behind others, and keeps ahead who is first, in %s', (lang, behind, first) => {
  document.documentElement.lang = lang
  const { unmount } = panel({ position: 2 })
  expect(screen.getByText(behind)).toBeVisible()
  unmount()
  panel({ position: 1 })
  expect(screen.getByText(first)).toBeVisible()
  expect(screen.queryByText(behind)).toBeNull()
})

test('has no heading of its own in a dialog', () => {
  panel({ compact: true })
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  expect(field()).toBeVisible()
})

test('selects the link when the browser does not allow copying', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  const script = new AbortController()
  onTestFinished(() => script.abort())
  startCopyButtons(script.signal)
  panel()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(field()).toHaveFocus()
  expect(field().value.slice(field().selectionStart ?? 0, field().selectionEnd ?? 0)).toBe(link)
})

test('the network links contain the invitation link and translated text', () => {
  document.documentElement.lang = 'pt-BR'
  panel()
  const list = within(screen.getByRole('list', { name: 'Envie por' }))
  expect(list.getAllByRole('link').map((one) => one.textContent)).toEqual(
    ['WhatsApp', 'Telegram', 'Twitter', 'LinkedIn'].map((name) => `${name} (abre uma nova janela)`),
  )
  const href = new URL(network('Telegram').getAttribute('href') ?? '')
  expect(href.searchParams.get('url')).toBe(link)
  expect(href.searchParams.get('text')).toMatch(/^Entrei na lista de espera do Duo/)
  expect(network('Telegram')).toHaveAttribute('rel', 'noopener')
  expect(network('Telegram')).toHaveAttribute('target', '_blank')
})

test('a press opens the network in a small window that cannot access ours', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  panel()
  await userEvent.click(network('LinkedIn'))
  expect(open).toHaveBeenCalledExactlyOnceWith(
    network('LinkedIn').getAttribute('href'),
    '_blank',
    'noopener,width=600,height=400',
  )
})

test.each(['metaKey', 'ctrlKey', 'shiftKey'])('a press with %s keeps the browser’s own behaviour', (key) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  panel()
  expect(fireEvent.click(network('WhatsApp'), { [key]: true })).toBe(true)
  expect(open).not.toHaveBeenCalled()
})

/** A device with or without a share sheet and a touch screen. */
function device({ sheet, thumb }: { sheet?: (shared: ShareData) => Promise<void>; thumb: boolean }) {
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: thumb && media.includes('coarse') }))
  vi.stubGlobal('navigator', sheet ? { share: sheet } : {})
}

test('a phone offers its share sheet first', async () => {
  const sheet = vi.fn(async () => {})
  device({ sheet, thumb: true })
  panel()
  const share = screen.getByRole('button', { name: 'Send your link' })
  expect(share.compareDocumentPosition(network('WhatsApp'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(share)
  expect(sheet).toHaveBeenCalledExactlyOnceWith({ url: link, text: expect.stringMatching(/^I’m on the waitlist for Duo/) })
})

test('closing the share sheet is not an error, but a failure of the sheet is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const sheet = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  device({ sheet, thumb: true })
  panel()
  const share = screen.getByRole('button', { name: 'Send your link' })
  fireEvent.click(share)
  await vi.waitFor(() => expect(sheet).toHaveBeenCalledOnce())
  sheet.mockRejectedValueOnce(new Error('broken'))
  fireEvent.click(share)
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce())
})

test.each([
  ['a phone without a share sheet', { thumb: true }],
  ['a computer with a share sheet', { sheet: async () => {}, thumb: false }],
])('%s shows no share button', (_, navigatorParts) => {
  device(navigatorParts)
  panel()
  expect(screen.queryByRole('button', { name: 'Send your link' })).not.toBeInTheDocument()
})
