import type { Readable } from 'node:stream'
import type { Platform } from '../http/context.ts'
import type { PlainAnswer, PlainFailure, PlainRequest, PlainRoute } from '../http/plain-route.ts'

/** Many devices of a site share one address. */
const perMinute = 1200
/**
 * The most simultaneous requests for one address. A further one cuts the oldest: a device that begins anew may have
 * left connections open unknowingly, and one that opens them without end takes no place of others.
 */
const maxReads = 4

const isToken = /^[\w-]{43}$/
/** Only a status line: any body could be taken for a file. */
const refused = (status: number): PlainAnswer => ({ status })

/** The file of an address. */
export type DeviceFile = Readonly<{
  bytes: number
  etag: string
  /**
   * Reads at most `most` bytes from an offset: all at once, or as a stream that `gone` aborts. Null means that the file no longer
   * exists.
   */
  read: (span: Readonly<{ from: number; most: number; gone: AbortSignal }>) => Promise<Readable | Buffer | null>
}>
/** A domain's files for devices: undefined if the address is none of theirs. */
export type DeviceFiles = (platform: Platform, token: string) => Promise<DeviceFile | undefined>

/**
 * The endpoint from which devices download files (firmware.md, Files and download). It sends the headers that C SDKs
 * read, in the spelling they look for. A refusal has neither length nor body, because version 3 writes any body into
 * its flash. For the same reason every other path below is refused here: the console answers unknown paths with its page.
 */
export const deviceFileDoor = (domains: readonly DeviceFiles[]): readonly PlainRoute[] => {
  const route = {
    method: 'GET',
    isFile: true,
    perMinute,
    onFailure: (failure: PlainFailure) => refused(failure === 'tooMany' ? 429 : failure === 'failed' ? 503 : 400),
  } as const satisfies Omit<PlainRoute, 'path' | 'handler'>
  const limitReads = readLimit()
  return [
    {
      ...route,
      path: '/ota/:token',
      handler: async (platform, request) => {
        const answer = await serveFile(domains, platform, request)
        if (answer.file !== undefined && !request.isHead) limitReads(request)
        return answer
      },
    },
    { ...route, path: '/ota/*', handler: () => refused(404) },
  ]
}

function readLimit() {
  const byToken = new Map<string, Set<PlainRequest>>()
  return (request: PlainRequest): void => {
    if (request.gone.aborted) return
    const token = request.params['token'] ?? ''
    const reads = byToken.get(token) ?? new Set()
    byToken.set(token, reads.add(request))
    request.onEnd(() => {
      reads.delete(request)
      if (reads.size === 0) byToken.delete(token)
    })
    const [oldest] = reads
    if (reads.size > maxReads) oldest?.cut()
  }
}

async function findFile(domains: readonly DeviceFiles[], platform: Platform, token: string) {
  for (const find of domains) {
    const file = await find(platform, token)
    if (file !== undefined) return file
  }
  return undefined
}

async function serveFile(
  domains: readonly DeviceFiles[],
  platform: Platform,
  request: PlainRequest,
): Promise<PlainAnswer> {
  const token = request.params['token'] ?? ''
  const file = isToken.test(token) ? await findFile(domains, platform, token) : undefined
  if (file === undefined) return refused(404)
  const span = spanOf(request, file)
  if (span === undefined) return refused(416)
  const { from, to, isPart } = span
  // A HEAD request reads no content.
  const content = request.isHead ? nothing : await file.read({ from, most: to - from + 1, gone: request.gone })
  if (content === null) return refused(404)
  return {
    status: isPart ? 206 : 200,
    file: {
      content,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Length': to - from + 1,
        ...(isPart ? { 'Content-Range': `bytes ${from}-${to}/${file.bytes}` } : {}),
        'Accept-Ranges': 'bytes',
        ETag: file.etag,
        'Cache-Control': 'no-store',
        // A proxy that takes the whole file at once passes it on after its address has died.
        'X-Accel-Buffering': 'no',
      },
    },
  }
}

const nothing = Buffer.alloc(0)

type Span = Readonly<{ from: number; to: number; isPart: boolean }>

/**
 * The range of the request: the whole file for a missing or unreadable header, undefined for a range without a byte of
 * the file.
 */
function spanOf({ header }: PlainRequest, { bytes, etag }: DeviceFile): Span | undefined {
  const whole = { from: 0, to: bytes - 1, isPart: false }
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec((header('range') ?? '').trim())
  const isOther = header('if-range') !== undefined && header('if-range') !== etag
  if (range === null || isOther) return whole
  const [, first = '', last = ''] = range
  if (first === '' && last === '') return whole
  // The last 0 bytes are an empty range, which only status 416 can express.
  if (first === '')
    return Number(last) === 0 ? undefined : { from: Math.max(0, bytes - Number(last)), to: bytes - 1, isPart: true }
  const from = Number(first)
  if (from >= bytes) return undefined
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return to < from ? whole : { from, to, isPart: true }
}
