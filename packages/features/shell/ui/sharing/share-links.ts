export interface ShareContent {
  url: string
  text: string
}

/** LinkedIn and Facebook accept the URL only and show the page's own card. */
const networkUrls = {
  whatsapp: ({ url, text }: ShareContent) => `https://wa.me/?${query({ text: `${text} ${url}` })}`,
  telegram: ({ url, text }: ShareContent) => `https://t.me/share/url?${query({ url, text })}`,
  twitter: ({ url, text }: ShareContent) => `https://twitter.com/intent/tweet?${query({ text, url })}`,
  linkedin: ({ url }: ShareContent) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  facebook: ({ url }: ShareContent) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
}

export type Network = keyof typeof networkUrls

export const networkNames: Record<Network, string> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
}

export const shareLink = (network: Network, content: ShareContent): string => networkUrls[network](content)

/** `%20` instead of `+`, which some apps show literally. */
const query = (parameters: Record<string, string>) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
