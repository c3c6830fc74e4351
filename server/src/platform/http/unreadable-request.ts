import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pickLocale } from '@brigade/contract/locale.ts'
import { Refusal } from '../refusal.ts'
import { refusedBy, type Refused } from './answer.ts'
import { refuseDevice } from './request-timeouts.ts'

const refusalOf = (error: Error, language: string | undefined): Refused => {
  const isTooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW'
  const key = isTooLarge ? 'system.tooLarge' : 'field.badJson'
  return refusedBy(new Refusal(key, undefined, {}), pickLocale(language))
}

/**
 * Answers a request that Node's parser rejects: no HTTP, headers too long, cut short. The refusal looks like that of
 * any other call, but has no body for a device that fetches a file.
 */
export function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  const { status, envelope } = refusalOf(error, undefined)
  const statusLine = `${status} ${status === 413 ? 'Payload Too Large' : 'Bad Request'}`
  if (refuseDevice(socket, statusLine)) return
  const body = JSON.stringify(envelope)
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Refuses an `Expect` other than 100-continue, which no client of ours sends. */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const { status, envelope } = refusalOf(new Error('Expect'), request.headers['accept-language'])
  const body = JSON.stringify(envelope)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}
