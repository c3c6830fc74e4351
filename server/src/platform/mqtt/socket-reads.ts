import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'

/**
 * The broker reads once for each `readable` event. A plain socket emits it again; any other stream only after it was
 * emptied.
 */
export function readerOf(stream: Duplex): (size?: number) => unknown {
  const read = stream.read.bind(stream)
  if (stream instanceof net.Socket && !(stream instanceof tls.TLSSocket)) return read
  return (size) => {
    const first: unknown = read(size)
    if (!Buffer.isBuffer(first)) return first
    const all = [first]
    for (let next: unknown = read(); Buffer.isBuffer(next); next = read()) all.push(next)
    return all.length === 1 ? first : Buffer.concat(all)
  }
}

/** Whether the socket failed, as opposed to the data on it. */
export function isOfSocket(error: Error): boolean {
  return (
    ('code' in error && error.code !== undefined) ||
    /connection closed|drain timeout|premature close/i.test(error.message)
  )
}
