/** Copies of the tokens in apps/web/styles.css for places without it (e-mails, development pages). */
export const light = {
  paper: '#f6f1e7',
  raised: '#fffdf8',
  ink: '#14161f',
  muted: '#484650',
  line: '#d9d0bf',
  accent: '#43194a',
  onAccent: '#fbf6ec',
  person: '#43194a',
  agent: '#f6b23c',
  overlap: '#e2502f',
}

export const dark: typeof light = {
  paper: '#12141c',
  raised: '#1b1e29',
  ink: '#f3ede1',
  muted: '#bdb8b4',
  line: '#2f3342',
  accent: '#f6b23c',
  onAccent: '#1d1222',
  person: '#fbf6ec',
  agent: '#f6b23c',
  overlap: '#e8593a',
}

export const fonts = {
  display: "Georgia, 'Times New Roman', serif",
  sans: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
}

export const voiceRadius = '24px 24px 4px 24px'
