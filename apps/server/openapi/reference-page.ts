import { html } from '@duo/platform/server/html/html.ts'
import { renderHtmlPage } from '@duo/platform/server/html/html-page.ts'
import type { openApiDocument } from './document.ts'
import { referenceScript, referenceStyles } from './reference-page-assets.ts'

type Document = ReturnType<typeof openApiDocument>
type Operation = Document['paths'][string][string]

/** Plain HTML instead of a library's bundle of several megabytes. The script sends what the reader typed, and shows the answer. */
export function referencePage({ info, paths, tags }: Document, nonce: string): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
  const main = html`<style>${{ markup: referenceStyles }}</style>
<h1>API</h1>
<p>Version ${info.version} · <a href="/api/openapi.json">OpenAPI 3.1</a> · <a href="/account#api-keys">Your API keys</a></p>
${info.description.split('\n\n').map((text) => html`<p>${text}</p>`)}
<p><label for="key">API key for the calls on this page. It stays in this tab.</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="duo_…"></p>
${tags.map(
  ({ name = '' }) => html`<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2>
${operations.filter(({ operation }) => operation.tags.includes(name)).map(operationPart)}</section>`,
)}
<noscript><p>Trying a call needs JavaScript; reading does not.</p></noscript>
<script nonce="${nonce}">${{ markup: referenceScript }}</script>`
  return renderHtmlPage({ locale: 'en', title: 'API', main })
}

function operationPart({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const { operationId, summary, security } = operation
  const schema = inputOf(operation)
  const answer = JSON.stringify(operation.responses[200].content, null, 2)
  const scopes = security.flatMap((way) => ('apiKey' in way ? (way.apiKey ?? []) : []))
  const hasKeys = security.some((way) => 'apiKey' in way)
  const who = hasKeys ? (scopes[0] ?? 'any key') : 'no key'
  return html`<details id="${operationId}"><summary><code>${method.toUpperCase()} ${path}</code> <span>${summary}</span> <small>${who}</small></summary>
${schema === null ? [] : [html`<h3>Input</h3><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`]}
<h3>Answer</h3><pre tabindex="0">${answer}</pre>
<form data-method="${method}" data-path="${path}">
<label for="input-${operationId}">Try it with this input</label>
<textarea id="input-${operationId}" name="input" rows="6" spellcheck="false">${JSON.stringify(example(schema), null, 2)}</textarea>
<button>Send</button><pre role="status" tabindex="0" hidden></pre></form></details>`
}

function inputOf(operation: Operation): Schema | null {
  const content = 'requestBody' in operation ? operation.requestBody?.content : operation.parameters?.[0]?.content
  return content?.['application/json'].schema ?? null
}

type Schema = Record<string, unknown>

/** Returns an input with every required field, to be changed by the reader. */
function example(schema: Schema | null): unknown {
  if (schema === null) return {}
  const {
    type,
    properties = {},
    required = [],
    enum: values,
    anyOf,
  } = schema as {
    type?: string
    properties?: Record<string, Schema>
    required?: string[]
    enum?: unknown[]
    anyOf?: Schema[]
  }
  if (values) return values[0]
  if (anyOf) return anyOf.some((option) => option.type === 'null') ? null : example(anyOf[0] ?? null)
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, example(properties[name] ?? {})]))
  if (type === 'array') return []
  if (type === 'number' || type === 'integer') return 1
  return type === 'boolean' ? false : ''
}
