import { createHash } from 'node:crypto'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * The behaviour of the C SDK 3.2.0 after an offer, byte for byte as in its source: its request, the lines it reads,
 * what it flashes, and its reports. It ignores the status: the body of any answer would become firmware.
 */
export type Fetched = Readonly<{
  /** The bytes that it would flash. */
  body: Buffer
  statusLine: string
  /** The value that it read; -1: it gave up. */
  contentLength: number
  /** True if it waited until the connection ended. */
  waitedForClose: boolean
  longestLine: number
  headBytes: number
}>

const receiveBuffer = 2048
const lineBuffer = 128
const headerBuffer = 128

/** The request as the SDK sends it: its own headers are cut to a buffer of 128 bytes with their end, and then the request has none. */
function requestOf(path: string, host: string, from: number): string {
  const own =
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n' +
    `Accept-Encoding: gzip, deflate\r\nRange: bytes=${from}-\r\n`
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${own.slice(0, headerBuffer - 1)}\r\n`
}

/** `breakAfter`: the connection breaks once this many bytes of the body have arrived. */
export async function fetchAsSdk(
  port: number,
  path: string,
  host: string,
  from = 0,
  breakAfter = Number.POSITIVE_INFINITY,
): Promise<Fetched> {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(requestOf(path, host, from))
  const chunks: Buffer[] = []
  let ended = false
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => {
    ended = true
  })
  socket.on('close', () => {
    ended = true
  })
  socket.on('error', () => {
    ended = true
  })
  const read = () => Buffer.concat(chunks)
  const isWhole = (length: number, split: number) => {
    const come = read().length - split - 4
    return come >= length || come >= breakAfter
  }
  const headEnd = () => read().indexOf('\r\n\r\n')
  while (headEnd() < 0 && !ended) await pause(5)
  const whole = read()
  const split = headEnd()
  const head = (split < 0 ? whole : whole.subarray(0, split)).toString('latin1')
  const lines = head.split('\r\n')
  // The SDK looks for the header in this spelling, and gives up without it.
  const found = /Content-Length: (\d+)/.exec(head)
  const contentLength = found === null ? -1 : Number(found[1])
  if (contentLength >= 0) while (!isWhole(contentLength, split) && !ended) await pause(5)
  if (contentLength < 0) while (!ended) await pause(5)
  const waitedForClose = contentLength < 0 && ended
  socket.destroy()
  const body = split < 0 ? Buffer.alloc(0) : read().subarray(split + 4)
  return {
    // Bytes that arrive in one piece with the last ones are lost with the connection.
    body: body.subarray(0, Math.min(body.length, breakAfter)),
    statusLine: lines[0] ?? '',
    contentLength,
    waitedForClose,
    longestLine: Math.max(...lines.map((line) => line.length)),
    headBytes: split,
  }
}

/** Whether it accepts an offer: its parser requires all of these, and drops a packet over its buffer. */
export function takesOffer(payload: string): boolean {
  if (Buffer.byteLength(payload) + 64 > receiveBuffer) return false
  const message = /"message":"(\w+)"/.exec(payload)?.[1]
  const md5 = /"md5":"([0-9a-f]{32})"/.exec(payload)
  return (
    message === 'success' &&
    md5 !== null &&
    /"version":"[^"]+"/.test(payload) &&
    /"url":"https?:\/\/[^"]{1,255}"/.test(payload) &&
    /"size":\d+/.test(payload)
  )
}

export const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')
export const fitsLine = (longest: number): boolean => longest < lineBuffer
