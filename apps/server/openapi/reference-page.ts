import { html } from '@duo/platform/server/html/html.ts'
import { renderHtmlPage } from '@duo/platform/server/html/html-page.ts'
import type { openApiDocument } from './document.ts'
import { referenceScript, referenceStyles } from './reference-page-assets.ts'

type Document = ReturnType<typeof openApiDocument>
type Operation = Document['paths'][string]['post']

/** Plain HTML, because a library's bundle has several megabytes. */
export function referencePage({ info, paths, tags, components: { schemas } }: Document, nonce: string): string {
  const operations = Object.entries(paths).map(([path, { post }]) => ({ path, operation: post }))
  const main = html`<style>${{ markup: referenceStyles }}</style>
<h1>API</h1>
<p>Version ${info.version} · <a href="/api/openapi.json">OpenAPI 3.1</a> · <a href="/account#api-keys">Your API keys</a></p>
${info.description.split('\n\n').map((text) => html`<p>${text}</p>`)}
<p><label for="key">API key for the calls on this page. It stays in this tab.</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="duo_…"></p>
${tags.map(
  ({ name = '' }) => html`<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((part) => operationPart(part, schemas))}</section>`,
)}
<noscript><p>Trying a call needs JavaScript; reading does not.</p></noscript>
<script nonce="${nonce}">${{ markup: referenceScript }}</script>`
  return renderHtmlPage({ locale: 'en', title: 'API', main })
}

function operationPart({ path, operation }: { path: string; operation: Operation }, schemas: Schemas) {
  const { operationId, summary, security } = operation
  const schema = inputOf(operation, schemas)
  const answer = JSON.stringify(withSchemas(operation.responses[200].content, schemas), null, 2)
  const scopes = security.flatMap((way) => ('apiKey' in way ? (way.apiKey ?? []) : []))
  const hasKeys = security.some((way) => 'apiKey' in way)
  const requiredScope = hasKeys ? (scopes[0] ?? 'any key') : 'no key'
  return html`<details id="${operationId}"><summary><code>POST ${path}</code> <span>${summary}</span> <small>${requiredScope}</small></summary>
${schema === null ? [] : [html`<h3>Input</h3><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`]}
<h3>Answer</h3><pre tabindex="0">${answer}</pre>
<form data-path="${path}">
<label for="input-${operationId}">Try it with this input</label>
<textarea id="input-${operationId}" name="input" rows="6" spellcheck="false">${JSON.stringify(example(schema), null, 2)}</textarea>
<button>Send</button><pre role="status" tabindex="0" hidden></pre></form></details>`
}

type Schema = Record<string, unknown>
type Schemas = Document['components']['schemas']

function inputOf({ requestBody }: Operation, schemas: Schemas): Schema | null {
  return requestBody ? withSchemas(requestBody.content['application/json'].schema, schemas) : null
}

/** Inlines references, so that readers need not look them up. */
const withSchemas = <T extends object>(part: T, schemas: Schemas) =>
  JSON.parse(JSON.stringify(part), (_, value: { $ref?: string } | null) => {
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref ?? '') ?? []
    return schemas[name] ?? value
  }) as T

function example(schema: Schema | null): unknown {
  if (schema === null) return {}
  const {
    type,
    properties = {},
    required = [],
    enum: values,
    anyOf,
  } = schema as {
    type?: string | string[]
    properties?: Record<string, Schema>
    required?: string[]
    enum?: unknown[]
    anyOf?: Schema[]
  }
  if (Array.isArray(type) && type.includes('null')) return null
  if (values) return values.includes(null) ? null : values[0]
  if (anyOf) return anyOf.some((option) => option.type === 'null') ? null : example(anyOf[0] ?? null)
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, example(properties[name] ?? {})]))
  if (type === 'array') return []
  if (type === 'number' || type === 'integer') return 1
  return type === 'boolean' ? false : ''
}
