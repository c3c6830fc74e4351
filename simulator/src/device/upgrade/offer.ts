import { createHash } from 'node:crypto'

/** Fields of an offer that a device needs. */
export type Offer = Readonly<{
  url: string
  size: number
  version: string
  module: string
  sign: string
  signMethod: string
}>

/** Returns the offer in a message; undefined if there is none, as in an answer that there is nothing. */
export function offerIn(json: unknown): Offer | undefined {
  const { data } = fieldsOf(json)
  const { url, size, version, module, sign, signMethod } = fieldsOf(data)
  if (typeof url !== 'string' || typeof version !== 'string' || typeof size !== 'number') return undefined
  return {
    url,
    size,
    version,
    module: typeof module === 'string' ? module : '',
    sign: String(sign ?? ''),
    signMethod: String(signMethod ?? ''),
  }
}

const fieldsOf = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? Object.fromEntries(Object.entries(json)) : {}

/** Whether a file is the one that was offered. */
export function isGenuine(file: Buffer, { size, sign, signMethod }: Offer): boolean {
  const hash = /^sha256$/i.test(signMethod) ? 'sha256' : 'md5'
  return file.length === size && createHash(hash).update(file).digest('hex') === sign.toLowerCase()
}

/** Reads the file from a byte on, as it arrives; the caller keeps the bytes before a premature end. */
export async function* download({ url }: Offer, from: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const response = await fetch(url, { headers: from === 0 ? {} : { range: `bytes=${from}-` }, signal })
  if (!response.ok || response.body === null) throw new Error(`the address answers ${response.status}`)
  // A server without ranges begins at the first byte: bytes that are already there are skipped.
  let skip = response.status === 206 ? 0 : from
  for await (const chunk of response.body) {
    const bytes = Buffer.from(chunk)
    const some = bytes.subarray(Math.min(skip, bytes.length))
    skip -= bytes.length - some.length
    if (some.length > 0) yield some
  }
}
