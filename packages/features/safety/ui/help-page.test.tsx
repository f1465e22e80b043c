import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing.tsx'
import { helplines, parseHelpSearch, type Region, regions } from '../rules.ts'
import { HelpPage } from './help-page.tsx'
import { HelplineList } from './helpline-list.tsx'

/** Opens the page as the router does with `?region=`. */
const open = (region?: string) => renderPart(<HelpPage region={parseHelpSearch({ region }).region} />)
const section = (name: string) => within(screen.getByRole('region', { name }))
const callLinks = () => screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('tel:'))
const row = (name: string) => screen.getByText(name).closest('li') as HTMLElement

const regionNames: Record<Region, string> = {
  br: 'Brazil',
  pt: 'Portugal',
  us: 'United States',
  ca: 'Canada',
  gb: 'United Kingdom',
  ie: 'Ireland',
  au: 'Australia',
  nz: 'New Zealand',
}
const portugueseNames = ['Brasil', 'Portugal', 'Estados Unidos', 'Canadá', 'Reino Unido', 'Irlanda', 'Austrália', 'Nova Zelândia']

test.each(regions)('in %s shows the lines of that country only, and marks it in the list of countries', async (region) => {
  await open(region)
  const countries = within(screen.getByRole('navigation', { name: 'Where are you?' }))
  const current = countries.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual([regionNames[region]])
  expect(current[0]).toHaveAttribute('href', `/help?region=${region}`)
  const names = new Set(screen.getAllByRole('listitem').map((item) => item.querySelector(':scope > div > p')?.textContent))
  names.delete(undefined)
  expect(names).toEqual(new Set(helplines.filter((line) => line.region === region).map(({ name }) => name)))
})

test.each([undefined, 'xx', 'GBX', '__proto__'])(
  'with the region %s shows the two usual countries of the language',
  async (region) => {
    const { unmount } = await open(region)
    expect(screen.getAllByText('911')[0]).toBeVisible()
    expect(screen.getAllByText('999')[0]).toBeVisible()
    expect(
      section('Thoughts of suicide')
        .getAllByRole('heading', { level: 3 })
        .map((title) => title.textContent),
    ).toEqual(['United States', 'United Kingdom'])
    expect(document.querySelector('[aria-current]')).toBeNull()
    unmount()
    document.documentElement.lang = 'pt-BR'
    await open(region)
    const titles = section('Pensamentos de suicídio').getAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.textContent)).toEqual(['Brasil', 'Portugal'])
  },
)

test('every country has a name in Portuguese', async () => {
  document.documentElement.lang = 'pt-BR'
  await open('br')
  const links = within(screen.getByRole('navigation', { name: 'Onde você está?' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(portugueseNames)
})

test('the first numbers are those for an emergency', async () => {
  await open('br')
  expect(
    callLinks()
      .slice(0, 2)
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['190Police', 'tel:190'],
    ['192Ambulance', 'tel:192'],
  ])
})

test('a line can be called, texted with the word to send, and written to on its page in a new tab', async () => {
  await open('us')
  const line = within(row('National Domestic Violence Hotline'))
  expect(line.getByRole('link', { name: /^Call 1-800-799-7233/ })).toHaveAttribute('href', 'tel:18007997233')
  expect(line.getByRole('link', { name: /^Text START to 88788/ })).toHaveAttribute('href', 'sms:88788')
  const chat = line.getByRole('link', { name: /^Chat, National Domestic Violence Hotline \(opens in a new tab\)/ })
  expect(chat).toHaveAttribute('target', '_blank')
  expect(chat).toHaveAttribute('rel', 'noopener noreferrer')
  expect(line.getByText('24 hours a day')).toBeVisible()
})

test('a line says for whom it is, and its hours only if we know them', async () => {
  await open('gb')
  expect(row("Men's Advice Line").querySelectorAll('p')[1]).toHaveTextContent(/^for men$/)
  expect(row('PAPYRUS HOPELINE247').querySelectorAll('p')[1]).toHaveTextContent(/^for young people · 24 hours a day$/)
  expect(row('NSPCC Helpline').querySelectorAll('p')[1]).toHaveTextContent(/^for adults worried about a child$/)
  expect(row('Beat (Wales)').querySelectorAll('p')[1]).toHaveTextContent(/^Mon–Fri 15:00–20:00$/)
})

test('shows no hours for a line whose hours we do not know', async () => {
  await open('nz')
  expect(row("What's Up (Barnardos)").querySelectorAll('p')).toHaveLength(1)
  expect(row("What's Up (Barnardos)")).not.toHaveTextContent(/24 hours|\d:\d\d/)
})

test('WhatsApp opens with the country’s code', async () => {
  await open('pt')
  const [whatsapp] = within(row('SOS Criança e Jovem (IAC)')).getAllByRole('link', { name: /WhatsApp/ })
  expect(whatsapp).toHaveAttribute('href', 'https://wa.me/351913069404')
})

test('says where there is no line about eating, only a general one', async () => {
  const note = /no line here that is only about eating/
  const { unmount } = await open('br')
  expect(section('Food, body and eating disorders').getByText(note)).toBeVisible()
  unmount()
  await open('gb')
  expect(screen.queryByText(note)).toBeNull()
})

test.each([
  ['violence', '190'],
  ['suicide', '192'],
] as const)('without a line for %s it names the emergency number and the directory', async (kind, number) => {
  await renderPart(<HelplineList region="br" kind={kind} lines={[]} />)
  expect(screen.getByRole('link', { name: number })).toHaveAttribute('href', `tel:${number}`)
  expect(screen.getByRole('link', { name: /findahelpline\.com/ })).toHaveAttribute('href', 'https://findahelpline.com')
})

test('every topic in the contents has a section of that name', async () => {
  await open('ie')
  const links = within(screen.getByRole('navigation', { name: 'What is it about?' })).getAllByRole('link')
  expect(links.slice(0, 6).map((link) => link.getAttribute('href'))).toEqual([
    '#suicide',
    '#violence',
    '#child',
    '#sexual',
    '#eating',
    '#danger',
  ])
  for (const link of links)
    expect(document.getElementById(link.getAttribute('href')?.slice(1) ?? '')).toHaveAccessibleName(link.textContent)
})
