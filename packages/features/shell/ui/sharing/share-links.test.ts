import { expect, test } from 'vitest'
import { type Network, networkNames, shareLink } from './share-links.ts'

const shared = { url: 'https://goduo.example/pt?ref=ABC&utm_source=x', text: 'Vem comigo: 100% “boa” & #1' }

test.each([
  ['whatsapp', 'wa.me', '/', { text: `${shared.text} ${shared.url}` }],
  ['telegram', 't.me', '/share/url', shared],
  ['twitter', 'twitter.com', '/intent/tweet', shared],
  ['linkedin', 'www.linkedin.com', '/sharing/share-offsite/', { url: shared.url }],
  ['facebook', 'www.facebook.com', '/sharer/sharer.php', { u: shared.url }],
] as const)('%s receives the complete URL and text', (network, host, path, parameters) => {
  const link = new URL(shareLink(network, shared))
  expect(link.protocol).toBe('https:')
  expect([link.host, link.pathname]).toEqual([host, path])
  expect(Object.fromEntries(link.searchParams)).toEqual(parameters)
  expect(link.hash).toBe('')
  expect(link.href).not.toContain('+')
})

test('every named network has a share link', () => {
  for (const network of Object.keys(networkNames)) {
    const link = shareLink(network as Network, shared)
    expect(link, network).toMatch(/^https:/)
    expect(link, network).toContain(encodeURIComponent(shared.url))
  }
})
