/** What is passed on: an address, and what the person says with it. */
export interface ShareContent {
  url: string
  text: string
}

/** Where things are passed on. LinkedIn and Facebook take the address only; they show the page's own card beside it. */
const networkUrls = {
  whatsapp: ({ url, text }: ShareContent) => `https://wa.me/?${query({ text: `${text} ${url}` })}`,
  telegram: ({ url, text }: ShareContent) => `https://t.me/share/url?${query({ url, text })}`,
  twitter: ({ url, text }: ShareContent) => `https://twitter.com/intent/tweet?${query({ text, url })}`,
  linkedin: ({ url }: ShareContent) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  facebook: ({ url }: ShareContent) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
}

export type Network = keyof typeof networkUrls

/** The names that people know the networks by: the same in every language. */
export const networkNames: Record<Network, string> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
}

/** The network's own page that asks to whom this should go. */
export const shareLink = (network: Network, content: ShareContent): string => networkUrls[network](content)

/** `%20` for a space and not `+`, which some apps show as it is. */
const query = (parameters: Record<string, string>) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
