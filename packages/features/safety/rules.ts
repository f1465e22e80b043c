import type { Locale } from '@duo/platform/shared/locale.ts'

/** `danger` is immediate: a life may depend on the next minutes. */
export type Crisis = 'danger' | 'violence' | 'suicide'

interface Helpline {
  country: 'br' | 'pt' | 'us_canada' | 'us' | 'uk'
  name: string
  number: string
  /** Where and when (ISO 8601) the number was verified. */
  source: string
  checked: string
}

const checked = '2026-11-22'

const samaritans = {
  country: 'uk',
  name: 'Samaritans',
  number: '116 123',
  source: 'https://www.samaritans.org/how-we-can-help/contact-samaritan/',
  checked,
} as const satisfies Helpline

/** In display order. The user's location is not determined. */
export const helplines: Record<Locale, Record<Crisis, readonly Helpline[]>> = {
  en: {
    suicide: [
      {
        country: 'us_canada',
        name: '988 Suicide & Crisis Lifeline',
        number: '988',
        source: 'https://en.wikipedia.org/wiki/Suicide_and_Crisis_Lifeline',
        checked,
      },
      samaritans,
    ],
    violence: [
      {
        country: 'us',
        name: 'National Domestic Violence Hotline',
        number: '1-800-799-7233',
        source: 'https://ovc.ojp.gov/news/grantee-news/national-domestic-violence-hotline-answers-6-million-contacts',
        checked,
      },
      {
        country: 'uk',
        name: 'National Domestic Abuse Helpline',
        number: '0808 2000 247',
        source: 'https://www.centre56.org.uk/domestic-abuse',
        checked,
      },
    ],
    danger: [
      {
        country: 'us_canada',
        name: 'emergency services',
        number: '911',
        source: 'https://internationalmentalhealth.org/resources/',
        checked,
      },
      { country: 'uk', name: 'emergency services', number: '999', source: 'https://www.centre56.org.uk/domestic-abuse', checked },
    ],
  },
  pt: {
    suicide: [
      {
        country: 'br',
        name: 'CVV',
        number: '188',
        source: 'https://blogdojasao.com.br/2018/07/ligacao-para-prevencao-ao-suicidio-se.html',
        checked,
      },
      {
        country: 'pt',
        name: 'Linha Nacional de Prevenção do Suicídio',
        number: '1411',
        source: 'https://www.deco.proteste.pt/saude/saude-mental/noticias/linha-prevencao-suicidio-funciona-24-horas-por-dia',
        checked,
      },
      {
        country: 'pt',
        name: 'SNS 24',
        number: '808 24 24 24',
        source:
          'https://24noticias.sapo.pt/atualidade/artigos/nova-linha-nacional-para-prevencao-do-suicidio-entra-em-funcionamento-como-funciona',
        checked,
      },
      {
        country: 'pt',
        name: 'SOS Voz Amiga',
        number: '213 544 545',
        source:
          'https://24noticias.sapo.pt/atualidade/artigos/nova-linha-nacional-para-prevencao-do-suicidio-entra-em-funcionamento-como-funciona',
        checked,
      },
    ],
    violence: [
      {
        country: 'br',
        name: 'Ligue 180',
        number: '180',
        source:
          'https://www.em.com.br/nacional/2025/11/7299686-violencia-contra-a-mulher-conheca-os-canais-de-denuncia-e-apoio.html',
        checked,
      },
      {
        country: 'br',
        name: 'Polícia Militar',
        number: '190',
        source:
          'https://www.em.com.br/nacional/2025/11/7299686-violencia-contra-a-mulher-conheca-os-canais-de-denuncia-e-apoio.html',
        checked,
      },
      {
        country: 'pt',
        name: 'APAV',
        number: '116 006',
        source: 'https://protecaocivil.sintra.pt/noticias/novas-linhas-de-apoio-para-vitimas-de-violencia-domestica',
        checked,
      },
    ],
    danger: [
      {
        country: 'br',
        name: 'SAMU',
        number: '192',
        source: 'https://bastidoresdaemergencia.com.br/190-192-e-193-como-funcionam-os-numeros-que-salvam-vidas',
        checked,
      },
      {
        country: 'br',
        name: 'Polícia Militar',
        number: '190',
        source:
          'https://www.em.com.br/nacional/2025/11/7299686-violencia-contra-a-mulher-conheca-os-canais-de-denuncia-e-apoio.html',
        checked,
      },
      {
        country: 'pt',
        name: 'emergência',
        number: '112',
        source:
          'https://24noticias.sapo.pt/atualidade/artigos/nova-linha-nacional-para-prevencao-do-suicidio-entra-em-funcionamento-como-funciona',
        checked,
      },
    ],
  },
}

export const telephoneAddress = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`

/** The only telephone links allowed in replies, so that a model cannot make users call other numbers. */
export const allowedTelephoneAddresses: ReadonlySet<string> = new Set(
  Object.values(helplines).flatMap((kinds) =>
    Object.values(kinds).flatMap((lines) => lines.map(({ number }) => telephoneAddress(number))),
  ),
)
