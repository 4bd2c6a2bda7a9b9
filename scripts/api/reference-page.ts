// Renders the API reference as an HTML page without scripts: every call and every message.
import { describeType, emptyText, partsAt, textOf, type Part } from './describe-type.ts'

/** `openApi` and `asyncApi` are the two API documents. */
export function referencePage(openApi: unknown, asyncApi: unknown): string {
  const operations = operationsOf(openApi)
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const shapes = Object.entries(partsAt(openApi, 'components', 'schemas'))
  const messages = Object.entries(partsAt(asyncApi, 'components', 'messages'))
  const links = [...tags, 'live-channel', 'shapes'].map(
    (tag) => `<a href="#${tag}">${tag.replace('-', ' ')}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>Stillwater API</title>
<link rel="stylesheet" href="/docs/page.css" />
</head>
<body>
<header><h1>API of Stillwater</h1>${prose(textOf(partsAt(openApi, 'info').description))}
<p>As files: <a href="/docs/openapi.json">OpenAPI 3.1</a>, <a href="/docs/asyncapi.json">AsyncAPI 3.0</a>.</p></header>
<nav aria-label="Parts">${links.join(' ')}</nav>
<main>
${tags
  .map((tag) =>
    section(
      tag,
      operations.filter((it) => it.tag === tag).map(({ html }) => html),
    ),
  )
  .join('\n')}
${section('live-channel', [prose(textOf(partsAt(asyncApi, 'info').description)), ...messages.map(([, it]) => message(partsAt(it)))])}
${section(
  'shapes',
  shapes.map(([name, it]) => `<article id="${name}"><h3>${name}</h3>${shape(it)}</article>`),
)}
</main>
</body>
</html>
`
}

interface Operation {
  tag: string
  html: string
}

function operationsOf(openApi: unknown): Operation[] {
  const responses = partsAt(openApi, 'components', 'responses')
  return Object.entries(partsAt(openApi, 'paths')).flatMap(([path, methods]) =>
    Object.entries(partsAt(methods)).map(([method, found]) => {
      const operation = partsAt(found)
      const [tag] = Object.values(partsAt(operation.tags)).map(String)
      return { tag: tag ?? '', html: call(`${method.toUpperCase()} ${path}`, operation, responses) }
    }),
  )
}

function call(name: string, operation: Part, responses: Part): string {
  const body = Object.values(partsAt(operation, 'requestBody', 'content'))[0]
  const facts = [
    fact('Callers', Object.values(partsAt(operation['x-callers'])).join(', ')),
    fact('Rate limits', Object.values(partsAt(operation['x-limits'])).map(limit).join('; ')),
    fact('Parameters', Object.values(partsAt(operation.parameters)).map(parameter).join('')),
    fact('Body', body ? shape(partsAt(body).schema) : ''),
    ...Object.entries(partsAt(operation.responses)).map(([status, found]) =>
      responseRow(status, partsAt(found), responses),
    ),
  ]
  return `<article><details><summary><code>${escape(name)}</code> <span>${escape(textOf(operation.summary))}</span></summary>
${prose(textOf(operation.description))}<dl>${facts.join('')}</dl></details></article>`
}

function responseRow(status: string, found: Part, responses: Part): string {
  const ref = textOf(found.$ref).split('/').at(-1) ?? ''
  const response = ref === '' ? found : partsAt(responses[ref])
  const schema = Object.values(partsAt(response.content))[0]
  const isError = Number(status) >= 400
  return fact(
    status,
    prose(textOf(response.description)) + (schema && !isError ? shape(partsAt(schema).schema) : ''),
  )
}

function message(found: Part): string {
  const who = Object.values(partsAt(found['x-callers'])).join(', ')
  return `<article><details><summary><code>${escape(textOf(found.name))}</code> <span>${who === '' ? 'from the server' : 'from the client'}</span></summary>
${prose(textOf(found.summary))}<dl>${fact('Callers', who)}${fact('Payload', shape(found.payload))}</dl></details></article>`
}

function section(name: string, content: readonly string[]): string {
  return `<section id="${name}"><h2>${name.replace('-', ' ')}</h2>${content.join('\n')}</section>`
}

function fact(name: string, html: string): string {
  return html === '' ? '' : `<div><dt>${escape(name)}</dt><dd>${html}</dd></div>`
}

function limit(found: unknown): string {
  const { per, counts, perMinute, burst } = partsAt(found)
  const minutes = Math.round(Number(burst) / Number(perMinute))
  const span = { 1: 'a minute', 60: 'an hour', 1440: 'a day' }[minutes]
  const rest = `${textOf(burst)} in a burst, ${textOf(perMinute)} a minute`
  const outcome = counts === undefined ? '' : ` ${textOf(counts)}`
  return `per ${textOf(per)} ${span ? `${textOf(burst)}${outcome} ${span}` : rest + outcome}`
}

function parameter(found: unknown): string {
  const { name, in: where, schema, required } = partsAt(found)
  const may = required === true ? '' : ' (may be left out)'
  return `<p><code>${escape(textOf(name))}</code> ${escape(textOf(where))}: ${describeType(schema)}${may}</p>`
}

/** An object as a list of fields; any other schema in one line. */
function shape(schema: unknown): string {
  const { properties, description } = partsAt(schema)
  const required = Object.values(partsAt(partsAt(schema).required))
  const rows = Object.entries(partsAt(properties)).map(
    ([name, it]) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${describeType(it)}${required.includes(name) ? '' : ', may be left out'}</td></tr>`,
  )
  const words = prose(textOf(description))
  return rows.length === 0
    ? `${words}<p>${describeType(schema)}</p>`
    : `${words}<table>${rows.join('')}</table>`
}

/** Paragraphs with **bold** and \`code\`, as in the documents. */
function prose(text: string): string {
  if (text === '') return emptyText
  const paragraphs = text.split('\n\n').map((paragraph) =>
    escape(paragraph)
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>'),
  )
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
