import { Readable } from 'node:stream'
import { bytesOf } from '../../platform/files/chunks.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { PlainAnswer, PlainRequest, PlainRoute } from '../../platform/http/plain-route.ts'
import { hashOfToken } from '../row/token.ts'
import { everything, upgradeMoved } from '../row/upgrade-row.store.ts'
import { findAddressed, noteBytes, type OpenedFile } from './door.store.ts'

/** Many devices stand behind one address of a site. */
const perMinute = 1200
/** While bytes go out they are noted so often. */
const noteMs = 5000

const isToken = /^[\w-]{43}$/
/** A status line, and nothing that could be taken for firmware. */
const refused = (status: number): PlainAnswer => ({ status })

/**
 * Where devices fetch files (firmware.md, Files and download). Headers are those that C SDKs read, spelled as they look for them;
 * a refusal has neither length nor body, as version 3 writes any body into its flash.
 */
export const deviceFileDoor: PlainRoute = {
  method: 'GET',
  path: '/ota/:token',
  isFile: true,
  perMinute,
  handler: serveFile,
  onFailure: (failure) => refused(failure === 'tooMany' ? 429 : failure === 'failed' ? 503 : 400),
}

async function serveFile(platform: Platform, request: PlainRequest): Promise<PlainAnswer> {
  const { db, clock, files } = platform
  const token = request.params['token'] ?? ''
  if (!isToken.test(token)) return refused(404)
  const tokenHash = hashOfToken(token)
  const opened = await findAddressed(db, tokenHash, clock.now())
  if (opened === undefined) return refused(404)
  const etag = `"${opened.sha256.slice(0, 32)}"`
  const span = spanOf(request, opened.bytes, etag)
  if (span === undefined) return refused(416)
  const { from, to, isPart } = span
  if (!(await noteBytes(db, opened.key, { tokenHash, bytes: 0, now: clock.now() }))) return refused(404)
  const stream = await files.getStream(opened.fileId, from)
  if (stream === null) {
    platform.log.error({ fileId: opened.fileId }, 'The file of a firmware version is missing')
    return refused(404)
  }
  const passing = passedOn(platform, opened, { stream, tokenHash, most: to - from + 1, gone: request.gone })
  return {
    status: isPart ? 206 : 200,
    file: {
      stream: passing,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Length': to - from + 1,
        ...(isPart ? { 'Content-Range': `bytes ${from}-${to}/${opened.bytes}` } : {}),
        'Accept-Ranges': 'bytes',
        ETag: etag,
        'Cache-Control': 'no-store',
      },
    },
  }
}

type Span = Readonly<{ from: number; to: number; isPart: boolean }>

/** What a Range asks for; the whole where it says nothing that can be read; undefined where it lies behind the end. */
function spanOf({ header }: PlainRequest, bytes: number, etag: string): Span | undefined {
  const whole = { from: 0, to: bytes - 1, isPart: false }
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec((header('range') ?? '').trim())
  const isOther = header('if-range') !== undefined && header('if-range') !== etag
  if (asked === null || isOther) return whole
  const [, first = '', last = ''] = asked
  if (first === '')
    return last === '' ? whole : { from: Math.max(0, bytes - Number(last)), to: bytes - 1, isPart: true }
  const from = Number(first)
  if (from >= bytes) return undefined
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return to < from ? whole : { from, to, isPart: true }
}

type Passing = Readonly<{ stream: Readable; tokenHash: Buffer; most: number; gone: AbortSignal }>

/** Passes bytes on and notes them. It is cut where the address dies: no byte after that. */
function passedOn(platform: Platform, { key }: OpenedFile, { stream, tokenHash, most, gone }: Passing): Readable {
  const { db, clock, live, log } = platform
  let sent = 0
  let noting: Promise<void> = Promise.resolve()
  const leaving = new AbortController()

  async function* bytes() {
    let left = most
    try {
      for await (const chunk of bytesOf(stream)) {
        const some = chunk.subarray(0, left)
        left -= some.length
        sent += some.length
        yield some
        if (left === 0) return
      }
    } finally {
      clearInterval(timer)
      leaving.abort()
      stream.destroy()
      await note()
    }
  }
  const passing = Readable.from(bytes(), { objectMode: false })
  const cut = () => passing.destroy(new Error('The address has died, or nobody reads'))
  const timer = setInterval(() => void note(), noteMs)
  gone.addEventListener('abort', cut)
  void watchMoves()
  // Who reads it hears of its end; it is no failure of ours.
  passing.on('error', () => undefined)
  return passing

  function note(): Promise<void> {
    noting = noting
      .then(async () => {
        const some = sent
        sent = 0
        if (!(await noteBytes(db, key, { tokenHash, bytes: some, now: clock.now() }))) cut()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'Bytes of a download were not noted'))
    return noting
  }

  /** The row moved: perhaps it may no longer be read. */
  async function watchMoves() {
    const own = `${key.taskId}.${key.deviceId}`
    for await (const moved of live.changes(upgradeMoved, leaving.signal))
      if ((moved.has(own) || moved.has(everything)) && (await findAddressed(db, tokenHash, clock.now())) === undefined)
        cut()
  }
}
