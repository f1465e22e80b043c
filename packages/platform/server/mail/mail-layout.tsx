import { Body, Button, Container, Head, Heading, Html, Link, Preview, render, Section, Text } from 'react-email'
import { dark, fonts, light, voiceRadius } from '../../shared/brand.ts'
import type { Locale } from '../../shared/locale.ts'
import { intlLocale, localizePath } from '../../shared/locale.ts'
import { mailCodeText } from './mail-code-text.ts'
import { MailMark } from './mail-mark.tsx'

export type MailContent = {
  locale: Locale
  preview: string
  heading: string
  paragraphs: string[]
  /** `code` does the same as the link, for mail programs that cut it. */
  action?: { label: string; href: string; code?: string }
  note?: string
  footer: string[]
  leave?: { label: string; href: string }
  publicUrl: string
}

/** Takes plain text only: everything is escaped. */
export const renderLayout = (content: MailContent): Promise<string> => render(<Layout {...content} />)

function Layout({ locale, preview, heading, paragraphs, action, note, footer, leave, publicUrl }: MailContent) {
  const lang = intlLocale(locale)
  const home = new URL(localizePath('/', locale), publicUrl).href
  return (
    <Html lang={lang}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styles}</style>
      </Head>
      <Body
        lang={lang}
        className="paper"
        style={{ backgroundColor: light.paper, margin: 0, padding: '32px 16px', fontFamily: fonts.sans }}
      >
        <Preview>{preview}</Preview>
        <Container width={600} style={{ width: '100%', maxWidth: 600 }}>
          <Section style={{ paddingBottom: 24 }}>
            <Link href={home} style={{ textDecoration: 'none' }} aria-label="Duo">
              <MailMark />
            </Link>
          </Section>
          <Section
            className="raised"
            tdClassName="inset"
            style={{ backgroundColor: light.raised, borderRadius: voiceRadius, borderCollapse: 'separate', padding: '44px 48px' }}
          >
            <Heading as="h1" className="ink heading" style={headingStyle}>
              {heading}
            </Heading>
            {paragraphs.map((paragraph) => (
              <Text key={paragraph} className="ink" style={paragraphStyle}>
                {paragraph}
              </Text>
            ))}
            {action && (
              <Section style={{ paddingTop: 16, paddingBottom: 8 }}>
                <Button href={action.href} className="action" style={buttonStyle}>
                  {action.label}
                </Button>
              </Section>
            )}
            {action?.code && (
              <Text className="muted" style={codeStyle}>
                {mailCodeText(action.href, locale)}
                <br />
                <span className="ink" translate="no" style={codeValueStyle}>
                  {action.code}
                </span>
              </Text>
            )}
            {note && (
              <Text className="muted note" style={noteStyle}>
                {note}
              </Text>
            )}
          </Section>
          <Section tdClassName="foot" style={{ padding: '24px 48px 0' }}>
            {footer.map((line) => (
              <Text key={line} className="muted" style={footerStyle}>
                {line}
              </Text>
            ))}
            {leave && (
              <Text style={footerStyle}>
                <Link href={leave.href} className="muted" style={{ color: light.muted, textDecoration: 'underline' }}>
                  {leave.label}
                </Link>
              </Text>
            )}
            <Text style={footerStyle}>
              <Link href={home} className="muted" style={{ color: light.muted, textDecoration: 'underline' }}>
                {new URL(publicUrl).host}
              </Link>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

const headingStyle = {
  margin: '0 0 24px',
  fontFamily: fonts.display,
  fontSize: 34,
  lineHeight: '40px',
  fontWeight: 700,
  letterSpacing: '-0.6px',
  color: light.ink,
}
const paragraphStyle = { margin: '0 0 16px', fontSize: 17, lineHeight: '28px', color: light.ink }
const buttonStyle = {
  backgroundColor: light.accent,
  borderRadius: voiceRadius,
  color: light.onAccent,
  fontSize: 17,
  fontWeight: 600,
  padding: '15px 24px',
}
const codeStyle = { margin: '8px 0 0', fontSize: 15, lineHeight: '24px', color: light.muted }
const codeValueStyle = {
  fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
  fontSize: 17,
  fontWeight: 600,
  letterSpacing: '1px',
  whiteSpace: 'nowrap',
  color: light.ink,
} as const
const noteStyle = {
  margin: '24px 0 0',
  paddingLeft: 16,
  borderLeft: `3px solid ${light.agent}`,
  fontSize: 15,
  lineHeight: '24px',
  color: light.muted,
}
const footerStyle = { margin: '0 0 8px', fontSize: 14, lineHeight: '22px', color: light.muted }

const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .inset { padding: 32px 24px !important; }
  .foot { padding: 24px 24px 0 !important; }
  .heading { font-size: 29px !important; line-height: 35px !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .paper td { background-color: transparent !important; }
  .paper .raised { background-color: ${dark.raised} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .action { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important; }
  .paper .person { background-color: ${dark.person} !important; }
  .paper .agent { background-color: ${dark.agent} !important; }
  .paper .overlap { background-color: ${dark.overlap} !important; }
}
`
