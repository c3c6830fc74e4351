import type { Endpoint } from '@brigade/contract/endpoint.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { formatText } from '@brigade/contract/text.ts'
import { z } from 'zod'

const words = {
  title: { en: 'Brigade: all calls', zh: 'Brigade 接口文档' },
  app: { en: 'Calls of the phone app: /api/app/docs', zh: '手机应用接口：/api/app/docs' },
  staff: { en: 'Calls of the console: /api/docs', zh: '管理后台接口：/api/docs' },
  intro: {
    en: 'Generated from the same objects that serve the calls. The machine-readable document is at',
    zh: '本页由提供服务的接口定义直接生成。机器可读的文档见',
  },
  input: { en: 'Input', zh: '请求' },
  output: { en: 'Answer', zh: '应答' },
  file: { en: 'a file', zh: '文件' },
} satisfies Record<string, Words>

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

const shape = (schema: z.ZodType, io: 'input' | 'output') =>
  escape(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2))

function card(endpoint: Endpoint, locale: Locale): string {
  const input = endpoint.method === 'GET' ? endpoint.query : endpoint.body
  const output =
    endpoint.reply.kind === 'file'
      ? `<p>${formatText(words.file, locale)}: ${escape(endpoint.reply.mediaTypes.join(', '))}</p>`
      : `<pre tabindex="0">${shape(endpoint.reply.schema, 'output')}</pre>`
  return `<details id="${endpoint.domain}.${endpoint.name}"><summary><b>${endpoint.method}</b> <code>${escape(endpoint.path)}</code>
<span>${escape(formatText(endpoint.summary, locale))}</span> <i>${escape(endpoint.access)}</i></summary>
${endpoint.description === undefined ? '' : `<p>${escape(endpoint.description)}</p>`}
<h3>${formatText(words.input, locale)}</h3><pre tabindex="0">${shape(input, 'input')}</pre>
<h3>${formatText(words.output, locale)}</h3>${output}</details>`
}

/** A page of every call that needs no script: the Content-Security-Policy stays as strict as the console's. */
export function docsPage(endpoints: readonly Endpoint[], locale: Locale, base: string): string {
  const other =
    base === '/api' ? { words: words.app, href: '/api/app/docs' } : { words: words.staff, href: '/api/docs' }
  const domains = [...new Set(endpoints.map((endpoint) => endpoint.domain))]
  const sections = domains.map(
    (domain) =>
      `<section><h2>${domain}</h2>${endpoints
        .filter((endpoint) => endpoint.domain === domain)
        .map((endpoint) => card(endpoint, locale))
        .join('\n')}</section>`,
  )
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${formatText(words.title, locale)}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>${formatText(words.title, locale)}</h1><p>${formatText(words.intro, locale)} <a href="${base}/openapi.json">${base}/openapi.json</a></p>
<p><a href="${other.href}">${formatText(other.words, locale)}</a></p>
${sections.join('\n')}</main></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0}main{max-width:960px;margin:0 auto;padding:24px}
h2{margin:32px 0 8px}h3{font-size:13px;margin:12px 0 4px}details{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:8px 0}
summary{cursor:pointer}summary i{float:right;font-style:normal;font-size:12px}pre{overflow:auto;max-height:320px;font-size:12px;padding:12px;
background:color-mix(in srgb,currentColor 6%,transparent);border-radius:6px}`
