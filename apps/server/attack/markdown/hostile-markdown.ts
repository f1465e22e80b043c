const outside = 'https://outside.example'

/** Markdown and HTML that would contact another site or run a script if a page trusted it. Nothing may request `outside.example`. */
export const hostileMarkdown: Record<string, string> = {
  images: `![a](${outside}/a.png) ![b][ref] ![](//outside.example/c.png "t") ![d](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InB3bmVkPTEiLz4=)\n\n[ref]: ${outside}/b.png`,
  'images in links, lists, tables and quotes': `[![a](${outside}/1.png)](${outside}/x)\n\n- ![b](${outside}/2.png)\n\n> ![c](${outside}/3.png)\n\n| a |\n|---|\n| ![d](${outside}/4.png) |`,
  links: `[a](javascript:window.pwned=1) [b](JaVaScRiPt:window.pwned=1) [c](data:text/html,<script>pwned=1</script>) [d](vbscript:x) [e](file:///etc/passwd) [f](blob:x) [g](//outside.example) [h](/api/auth/sign-out) [i](/dev/mail) [j](https:outside.example) [k](\\\\outside.example)`,
  'links in entities':
    '[a](&#106;avascript:window.pwned=1) [b](java&#x0A;script:window.pwned=1) [c](javascript&colon;window.pwned=1) [d](\u0001javascript:window.pwned=1)',
  autolinks: `<javascript:window.pwned=1> <${outside}/a> www.outside.example ${outside}/b ftp://outside.example mailto:x@outside.example`,
  'raw HTML': `<script>window.pwned=1</script><script src="${outside}/a.js"></script><img src=x onerror="window.pwned=1"><img src="${outside}/h.png"><iframe src="${outside}/f"></iframe><object data="${outside}/o"></object><embed src="${outside}/e"><video src="${outside}/v" autoplay></video><audio src="${outside}/s" autoplay></audio>`,
  svg: `<svg onload="window.pwned=1"><image href="${outside}/s.png"/><use href="${outside}/s.svg#a"/><foreignObject><body onload="window.pwned=1"></foreignObject></svg><math><mtext><img src=x onerror=window.pwned=1></mtext></math>`,
  'meta and links of a head': `<meta http-equiv="refresh" content="0;url=${outside}/m"><base href="${outside}/"><link rel="preconnect" href="${outside}"><link rel="dns-prefetch" href="//outside.example"><link rel="stylesheet" href="${outside}/c.css"><link rel="prefetch" href="${outside}/p">`,
  styles: `<style>@import "${outside}/i.css"; body { background: url(${outside}/b.png) }</style><div style="background:url(${outside}/d.png);position:fixed;inset:0">x</div><a style="content:url(${outside}/e.png)" ping="${outside}/ping" href="#">x</a>`,
  forms: `<form action="${outside}/f"><input name="a" autofocus onfocus="window.pwned=1"><button formaction="javascript:window.pwned=1">x</button></form><details open ontoggle="window.pwned=1"><marquee onstart="window.pwned=1">`,
  'HTML in Markdown in HTML': `<div>\n\n![a](${outside}/n.png)\n\n</div>\n\n\`<img src="${outside}/c.png">\`\n\n    <script>window.pwned=1</script>\n\n<p title="\`-->\`<img src=x onerror=window.pwned=1>">`,
  'comments and CDATA': `<!-- <img src="${outside}/k.png"> --!><img src=x onerror=window.pwned=1> <![CDATA[<script>window.pwned=1</script>]]> <?php echo 1 ?> <!DOCTYPE x>`,
  'mathematics and footnotes': `$\\href{javascript:window.pwned=1}{x}$ $$\\includegraphics{${outside}/t.png}$$ [^1]\n\n[^1]: ![a](${outside}/fn.png) [x](javascript:window.pwned=1)`,
  'ids that shadow':
    '<a id="location" name="cookie"></a><form id="documentElement"></form><img name="body"> # heading {#__proto__}\n\n[x](#constructor)',
  'deep nesting': `${'> '.repeat(60)}![a](${outside}/q.png)\n\n${'['.repeat(80)}x${`](javascript:window.pwned=1)`.repeat(80)}\n\n${'*'.repeat(400)}x${'*'.repeat(400)}`,
  citations: `[1](javascript:window.pwned=1) [1][javascript:window.pwned=1] [[1]](${outside}) [1]: ${outside}/cite.png\n\n![1]`,
  'blocks of code': `\`\`\`html\n<script>window.pwned=1</script>\n\`\`\`\n\n\`\`\`"onmouseover="window.pwned=1\nx\n\`\`\``,
}
