import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { withValue } from '../derive-input.ts'
import type { Derived, Field } from '../derive-input.ts'
import { basesOf } from '../scope-walk/scope-calls.ts'
import { samples } from '../scope-walk/walked-calls.ts'
import { nastyJson, spoiltJson } from './nasty-json.ts'
import type { Random } from './random.ts'

/** A request as bytes, after which the sender may close its side. */
export type MalformedRequest = Readonly<{
  bytes: Buffer
  /** A description for the message of a failure. */
  what: string
  /** The bytes are not a complete HTTP request: the connection may just end. */
  isUnframed: boolean
}>

type Parts = {
  method: string
  target: string
  headers: [string, string][]
  body: Buffer
  what: string
  isUnframed: boolean
}

const json: [string, string] = ['content-type', 'application/json']
const boundary = 'brigade-boundary'

function jsonRequest(endpoint: Endpoint, random: Random): Parts {
  const [base] = basesOf(endpoint, samples)
  const source = spoiltJson(base?.input, base?.fields.map(({ path }) => path) ?? [], random)
  let body = Buffer.from(source)
  let what = 'spoilt JSON'
  if (random.chance(0.04)) {
    const at = random.int(body.length + 1)
    body = Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]), body.subarray(at)])
    what = 'invalid UTF-8'
  }
  return { ...empty(endpoint), headers: [json], body, what }
}

const empty = (endpoint: Endpoint): Parts => ({
  method: endpoint.method,
  target: endpoint.path,
  headers: [],
  body: Buffer.alloc(0),
  what: '',
  isUnframed: false,
})

/** A value for an address or a form, often not even encoded. */
function nastyText(random: Random): string {
  const dice = random.int(10)
  if (dice === 0) return random.pick(['%', '%zz', '%u0041', '%c0%80', '%ff%fe', '%00', '%ed%a0%80', '%25%32%66'])
  if (dice === 1)
    return random
      .bytes(8)
      .toString('latin1')
      .replace(/[\r\n\0 #]/g, 'x')
  const source = nastyJson(random)
  const text = source.startsWith('"') ? source.slice(1, -1) : source
  return encodeURIComponent(text.toWellFormed())
}

function pairs(endpoint: Endpoint, random: Random): string {
  const [base] = basesOf(endpoint, samples)
  const known = Object.entries(base?.input ?? {}).map(([key, value]): [string, string] => [
    key,
    encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)),
  ])
  const names = base?.fields.map(({ path }) => path[0] ?? '') ?? []
  for (let faults = 1 + random.int(3); faults > 0; faults -= 1) {
    const name = names[random.int(names.length)] ?? 'x'
    const at = random.int(known.length + 1)
    const dice = random.int(8)
    if (dice < 3 && known[at] !== undefined) known[at] = [known[at][0], nastyText(random)]
    else if (dice === 3) known.splice(at, 1)
    else if (dice === 4)
      known.push([
        random.pick([`${name}[]`, `${name}[0]`, `${name}[a][b]`, `${name}.a`, `${name}[`]),
        nastyText(random),
      ])
    else if (dice === 5)
      known.push([random.pick(['__proto__', 'constructor', 'x', '', '%', `__proto__[${name}]`]), nastyText(random)])
    else known.push([name, nastyText(random)])
  }
  const text = known.map(([key, value]) => `${key}=${value}`).join(random.chance(0.05) ? ';' : '&')
  const dice = random.int(60)
  if (dice === 0) return `${text}&${'a=1&'.repeat(random.int(3000))}`
  if (dice === 1) return `${text}&${'[a]'.repeat(random.int(500))}=1`
  return text
}

function queryRequest(endpoint: Endpoint, random: Random): Parts {
  return { ...empty(endpoint), target: `${endpoint.path}?${pairs(endpoint, random)}`, what: 'spoilt query' }
}

function formRequest(endpoint: Endpoint, random: Random): Parts {
  const body = Buffer.from(pairs(endpoint, random), 'latin1')
  return {
    ...empty(endpoint),
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body,
    what: 'spoilt form',
  }
}

function multipartRequest(endpoint: Endpoint, random: Random): Parts {
  const part = () => {
    const name = random.pick(['file', 'file', 'kind', 'x', '', '__proto__', 'file[]', 'a"b', 'x'.repeat(300)])
    const fileName = random.pick([
      '; filename="a.png"',
      '; filename="../../x"',
      '; filename=""',
      '; filename="a\0b"',
      "; filename*=UTF-8''%ff",
      '',
    ])
    const type = random.pick([
      '',
      'Content-Type: image/png\r\n',
      'Content-Type: \r\n',
      'Content-Type: multipart/mixed; boundary=x\r\n',
      'Content-Transfer-Encoding: base64\r\n',
    ])
    const data = random.pick([
      random.bytes(random.int(400)).toString('latin1'),
      '\x89PNG\r\n\x1a\n',
      'PK\x03\x04',
      'Name\nx\n',
      '',
      'GIF89a',
    ])
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n${type}\r\n${data}\r\n`
  }
  let text = Array.from({ length: random.int(4) }, part).join('')
  if (random.chance(0.05)) text = Array.from({ length: 60 }, part).join('')
  const end = random.pick([`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}`, '--other--\r\n', ''])
  const type = random.pick([
    `multipart/form-data; boundary=${boundary}`,
    `multipart/form-data; boundary=${boundary}`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary="${'x'.repeat(200)}"`,
    `multipart/mixed; boundary=${boundary}`,
  ])
  const body = Buffer.from(text + end, 'latin1')
  return { ...empty(endpoint), headers: [['content-type', type]], body, what: 'spoilt multipart' }
}

function wrongMethod(endpoint: Endpoint, random: Random): Parts {
  const method = random.pick([
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'BREW',
    endpoint.method === 'GET' ? 'POST' : 'GET',
  ])
  return { ...jsonRequest(endpoint, random), method, what: `method ${method}` }
}

function wrongTarget(endpoint: Endpoint, random: Random): Parts {
  const { path } = endpoint
  const target = random.pick([
    `${path}/`,
    `/${path}`,
    `${path}%00`,
    `${path}/%2e%2e/x`,
    `${path}%`,
    `${path}%ff`,
    path.toUpperCase(),
    `${path};a=b`,
    `${path}?${'x'.repeat(random.int(15_000))}`,
    `/api/${'a/'.repeat(random.int(500))}`,
    `/api/../../etc/passwd`,
    `http://elsewhere${path}`,
    '*',
    path.slice(0, random.int(path.length) + 1),
  ])
  return { ...empty(endpoint), target, what: `target ${target.slice(0, 60)}`, isUnframed: target === '*' }
}

function wrongHeaders(endpoint: Endpoint, random: Random): Parts {
  const plain = endpoint.method === 'GET' ? queryRequest(endpoint, random) : jsonRequest(endpoint, random)
  const odd: readonly [[string, string], ...[string, string][]] = [
    ['content-type', ''],
    ['content-type', 'text/plain'],
    ['content-type', 'application/xml'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'application/json, application/json'],
    ['content-type', '/'],
    ['content-type', 'application/x-www-form-urlencoded; charset=shift_jis'],
    ['accept-language', 'x'.repeat(4000)],
    ['accept-language', ';q=,,;=,zh;q=NaN'],
    ['accept', 'image/png'],
    ['accept-encoding', 'gzip;q=-1'],
    ['content-encoding', 'gzip'],
    ['cookie', '=;=;;__proto__=1; a="'],
    ['x-forwarded-for', '::1, x, 999.999.999.999'],
    ['x-forwarded-host', 'evil"><script>'],
    ['x-time-zone', '../../etc'],
    ['time-zone', 'Mars/Olympus'],
    ['range', 'bytes=99999999999-'],
    ['if-none-match', '*'],
    ['expect', '200-maybe'],
    ['upgrade', 'websocket'],
    ['user-agent', '\x01\x7f'],
    ['x-large', 'y'.repeat(20_000)],
    [
      'referer',
      random
        .bytes(20)
        .toString('latin1')
        .replace(/[\r\n\0]/g, 'z'),
    ],
    ['bad header name', '1'],
  ]
  const header = random.pick(odd)
  return { ...plain, headers: [header], what: `header ${header[0]}: ${header[1].slice(0, 40)}` }
}

/** Bytes that are not a complete request. */
function unframed(endpoint: Endpoint, random: Random): Buffer {
  const head = `${endpoint.method} ${endpoint.path} HTTP/1.1\r\nHost: x\r\n`
  const text = random.pick([
    `${endpoint.path}\r\n\r\n`,
    `${head}Content-Length: -1\r\n\r\n`,
    `${head}Content-Length: 99999999999999999999\r\n\r\n{}`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   `,
    `${head}Content-Length: 100\r\n\r\n{}`,
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n{}`,
    `${head}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${head}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n2\r\n{}`,
    `${head} folded: header\r\n\r\n`,
    `${endpoint.method} ${endpoint.path} HTTP/9.9\r\n\r\n`,
    `${endpoint.method} ${endpoint.path} HTTP/1.1\r\n\r\n`,
    `\0\0\0\0`,
  ])
  return random.chance(0.2) ? random.bytes(100) : Buffer.from(text, 'latin1')
}

/** One faulty request to this call. */
export function malformedRequest(endpoint: Endpoint, token: string, random: Random): MalformedRequest {
  const dice = random.int(100)
  if (dice < 3) return { bytes: unframed(endpoint, random), what: 'no request', isUnframed: true }
  const parts =
    dice < 8
      ? wrongMethod(endpoint, random)
      : dice < 13
        ? wrongTarget(endpoint, random)
        : dice < 22
          ? wrongHeaders(endpoint, random)
          : endpoint.method === 'GET'
            ? queryRequest(endpoint, random)
            : endpoint.bodyKind === 'upload'
              ? multipartRequest(endpoint, random)
              : dice < 35
                ? formRequest(endpoint, random)
                : dice < 38
                  ? multipartRequest(endpoint, random)
                  : jsonRequest(endpoint, random)
  return written(parts, token, random)
}

/** A field of a call, in one of its inputs. */
export type FieldOfCall = Readonly<{ endpoint: Endpoint; base: Derived; field: Field }>

/** One field of each type that occurs in the inputs of these calls, chosen at random among all of its type. */
export function fieldsByType(endpoints: readonly Endpoint[], random: Random): readonly FieldOfCall[] {
  const all = endpoints
    .filter(({ bodyKind }) => bodyKind !== 'upload')
    .flatMap((endpoint) =>
      basesOf(endpoint, samples).flatMap((base) => base.fields.map((field) => ({ endpoint, base, field }))),
    )
  // An address brings texts alone, so that the same type is read by other code there.
  const alike = Map.groupBy(all, ({ endpoint, field }) => `${endpoint.bodyKind} ${field.type}`)
  return [...alike.values()].flatMap((some) => some[random.int(some.length)] ?? [])
}

/** A request that is as it should be but for the value of one field. */
export function malformedField(
  { endpoint, base, field }: FieldOfCall,
  token: string,
  random: Random,
): MalformedRequest {
  const what = `field ${field.path.join('.')}`
  const marker = '§'
  const input = withValue(base.input, field.path, marker)
  if (endpoint.bodyKind === 'json') {
    const source = JSON.stringify(input).replace(JSON.stringify(marker), () => nastyJson(random))
    return written({ ...empty(endpoint), headers: [json], body: Buffer.from(source), what }, token, random)
  }
  const pairs = Object.entries(input ?? {}).flatMap(([key, value]) => {
    // A sample names some fields in order to leave them out.
    if (value === undefined) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${key}=${text.includes(marker) ? nastyText(random) : encodeURIComponent(text)}`
  })
  return written({ ...empty(endpoint), target: `${endpoint.path}?${pairs.join('&')}`, what }, token, random)
}

function written(parts: Parts, token: string, random: Random): MalformedRequest {
  const { method, target, headers, body, what, isUnframed } = parts
  const authorization = random.chance(0.02)
    ? random.pick(['', 'Bearer', 'Bearer  x', `Basic ${'x'.repeat(3000)}`])
    : token
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    `Authorization: ${authorization}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 || method === 'POST' ? [`Content-Length: ${body.length}`] : []),
  ].join('\r\n')
  return { bytes: Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]), what, isUnframed }
}
