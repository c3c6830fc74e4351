import type { Endpoint, FileReply, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import { CallError } from './call-error.ts'
import { markReachable, markUnreachable } from './connection.ts'
import { isAnswered, isEnvelope, refusalOf } from './envelope.ts'
import { localeNow, wordsNow } from './locale.ts'
import { platformText } from './platform.text.ts'
import { noteServerBuild } from './server-build.ts'
import { tokenNow } from './session.ts'
import { toastError } from './toast.ts'

export type CallOptions = {
  /** No error toast: the caller shows the refusal itself, at a field or in place. */
  quiet?: boolean
  signal?: AbortSignal | undefined
  /** The browser keeps sending the request after the page is left, which works only for small bodies. */
  keepalive?: boolean
}

/**
 * Makes one call of the contract. It sends the token and the language, opens the envelope, shows a refusal as a toast (spec 8) and rejects
 * with CallError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  try {
    const token = tokenNow()
    const response = await request(endpoint, input, options)
    const body = await jsonOf(response)
    if (!response.ok || !isEnvelope(body) || !body.success) throw refusalOf(response.status, body, token)
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the server validates each reply against this very schema
    return body.data as ReplyOf<E>
  } catch (error) {
    throw reportFailure(error, options)
  }
}

export type Downloaded = { blob: Blob; name: string }
type FileEndpoint = Endpoint & { reply: FileReply }

/**
 * Makes a call that answers a file. An envelope instead of a file is a refusal, which a toast shows for 6 s (spec 8). A file may itself be
 * JSON, as a thing model is; then the answer names it.
 */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  input: RequestOf<E>,
  options: CallOptions = {},
): Promise<Downloaded> {
  try {
    const token = tokenNow()
    const response = await request(endpoint, input, options)
    if (!response.ok) throw refusalOf(response.status, await jsonOf(response), token)
    const name = fileName(response.headers.get('content-disposition'))
    const blob = await response.blob()
    if (name === undefined && blob.type.includes('json')) {
      const body = parsed(await blob.text())
      if (isEnvelope(body)) throw refusalOf(response.status, body, token)
    }
    return { blob, name: name ?? 'download' }
  } catch (error) {
    throw reportFailure(error, options, 6000)
  }
}

/** Makes the browser save a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Returns the address of a read, for logs and streams; it never contains the token. */
export function addressOf(endpoint: Endpoint, input: unknown): string {
  if (endpoint.method !== 'GET' || typeof input !== 'object' || input === null) return endpoint.path
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  const text = query.toString()
  return text === '' ? endpoint.path : `${endpoint.path}?${text}`
}

export function headersNow(): Record<string, string> {
  const token = tokenNow()
  return {
    'Accept-Language': localeNow(),
    // The server writes times in files in this zone.
    'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  }
}

async function request(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<Response> {
  const { signal, keepalive = false } = options
  const isWrite = endpoint.method === 'POST'
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    headers: { ...headersNow(), ...(isWrite ? { 'Content-Type': 'application/json' } : {}) },
    ...(isWrite ? { body: JSON.stringify(input ?? {}) } : {}),
    ...(signal === undefined ? {} : { signal }),
    keepalive,
  })
  markReachable()
  noteServerBuild(response.headers.get('brigade-console'))
  return response
}

const jsonOf = async (response: Response): Promise<unknown> => parsed(await response.text())

/** Parses a body as JSON; returns the text if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Converts every failure to a CallError. It shows a toast unless the caller shows the error or an answer already did. */
export function reportFailure(error: unknown, options: CallOptions, ms?: number): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  const known = error instanceof CallError ? error : transportError()
  if (known.isTransport) markUnreachable()
  if (options.quiet !== true && !isAnswered(known)) toastError(known.message, ms)
  return known
}

export const transportError = (): CallError =>
  new CallError({ status: 0, code: 0, message: wordsNow(platformText).networkFailed })

function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)/i.exec(disposition ?? '')?.[1]
}
