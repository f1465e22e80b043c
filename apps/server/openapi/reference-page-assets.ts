export const referenceStyles = `
details { border-top: 1px solid var(--line); }
summary { min-height: 44px; padding: 10px 0; cursor: pointer; overflow-wrap: anywhere; }
summary code { font: 600 15px/1.5 ui-monospace, Menlo, Consolas, monospace; }
summary small { color: var(--muted); }
h3 { font-size: 16px; margin: 16px 0 8px; }
label { display: block; margin: 16px 0 8px; font-weight: 600; }
input, textarea { width: 100%; min-height: 44px; padding: 10px 14px; border: 1px solid var(--muted); border-radius: 8px; background: var(--raised); color: inherit; font: 15px/1.5 ui-monospace, Menlo, Consolas, monospace; }
button { min-height: 44px; margin: 12px 0; padding: 0 24px; border: 0; border-radius: 999px; background: var(--ink); color: var(--paper); font: inherit; cursor: pointer; }
details pre { max-height: 420px; overflow: auto; margin-bottom: 16px; }
`

/** Sends a form's input as its operation describes it, and shows streams as they arrive. */
export const referenceScript = `
const key = document.getElementById('key')
for (const form of document.querySelectorAll('form[data-path]')) {
  const answer = form.querySelector('[role=status]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    answer.hidden = false
    answer.textContent = '…'
    const headers = { 'content-type': 'application/json', ...(key.value && { authorization: 'Bearer ' + key.value }) }
    try {
      const body = JSON.stringify(JSON.parse(form.elements.input.value || '{}'))
      const response = await fetch(form.dataset.path, { method: 'POST', body, headers, credentials: 'omit' })
      let text = ''
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        text += piece
        answer.textContent = response.status + '\\n' + text
      }
      // streams stay as received
      if (response.headers.get('content-type')?.includes('json'))
        answer.textContent = response.status + '\\n' + JSON.stringify(JSON.parse(text), null, 2)
    } catch (error) {
      answer.textContent = String(error)
    }
  })
}
if (location.hash) document.querySelector('details' + location.hash)?.setAttribute('open', '')
`
