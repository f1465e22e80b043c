import { dark, fonts, light, voiceRadius } from '../../shared/brand.ts'
import { intlLocale, type Locale } from '../../shared/locale.ts'
import { type Html, html } from './html.ts'

/** Self-contained, so that it works while the site's bundle does not. */
export function renderHtmlPage({ locale, title, main }: { locale: Locale; title: string; main: Html }): string {
  return html`<!doctype html>
<html lang="${intlLocale(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Duo</title>
<style>${{ markup: styles }}</style>
</head>
<body>
<header>${mark}<span>Duo</span></header>
<main>${main}</main>
</body>
</html>
`.markup
}

const mark = html`<svg viewBox="0 0 100 64" width="44" height="28" aria-hidden="true"><circle cx="32" cy="32" r="32" fill="var(--person)"/><path fill="var(--agent)" d="M68 0A32 32 0 0 1 100 32V59a5 5 0 0 1-5 5H68A32 32 0 0 1 68 0Z"/><path fill="var(--overlap)" d="M50 5.54A32 32 0 0 1 50 58.46A32 32 0 0 1 50 5.54Z"/></svg>`

const variables = (colours: typeof light) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')

const styles = `
:root { color-scheme: light dark; ${variables(light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px clamp(16px, 5vw, 48px) 64px; max-width: 960px; background: var(--paper); color: var(--ink); font: 17px/1.6 ${fonts.sans}; }
header { display: flex; align-items: center; gap: 10px; font: 700 26px/28px ${fonts.display}; margin-bottom: 48px; }
h1 { font: 700 clamp(30px, 5vw, 44px)/1.12 ${fonts.display}; letter-spacing: -0.018em; margin: 0 0 12px; overflow-wrap: anywhere; }
h2 { font: 700 21px/1.3 ${fonts.display}; margin: 40px 0 12px; }
p { margin: 0 0 16px; max-width: 62ch; }
a { color: inherit; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--overlap); outline-offset: 3px; }
time, dt, .muted { color: var(--muted); }
.back { display: inline-flex; align-items: center; min-height: 44px; margin-bottom: 16px; }
.mails { list-style: none; margin: 32px 0 0; padding: 0; border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 2px 24px; padding: 16px 0; border-bottom: 1px solid var(--line); text-decoration: none; }
.mails a:hover { background: var(--raised); }
.mails strong { font: 700 19px/1.35 ${fonts.display}; overflow-wrap: anywhere; }
.mails .muted { grid-column: 1; overflow-wrap: anywhere; }
.mails time { grid-column: 2; grid-row: 1; font-variant-numeric: tabular-nums; white-space: nowrap; }
.empty { background: var(--raised); border-radius: ${voiceRadius}; padding: 40px clamp(24px, 5vw, 48px); margin-top: 32px; }
.empty h2 { margin-top: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 20px; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 720px; border: 1px solid var(--line); border-radius: ${voiceRadius}; background: #fff; }
pre { background: var(--raised); border-radius: ${voiceRadius}; padding: 24px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.6 ui-monospace, Menlo, Consolas, monospace; }
.headers { font: 14px/1.6 ui-monospace, Menlo, Consolas, monospace; }
@media (max-width: 600px) {
  .mails a { grid-template-columns: 1fr; }
  .mails time { grid-column: 1; grid-row: auto; }
  .headers { grid-template-columns: 1fr; gap: 0; }
  .headers dd { margin-bottom: 8px; }
}
`
