import net from 'node:net'

export type RawReply = Readonly<{ status: number; headers: string; body: string }>

/** Sends raw bytes and reads the answer until the connection ends; undefined if it ended without an answer. */
export function sendBytes(
  port: number,
  bytes: Buffer,
  { isUnframed, patienceMs = 15_000 }: { isUnframed: boolean; patienceMs?: number },
): Promise<RawReply | undefined | 'silence'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const finish = (silent: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(replyIn(Buffer.concat(chunks)) ?? (silent ? 'silence' : undefined))
    }
    const timer = setTimeout(() => finish(true), patienceMs)
    socket.on('error', () => finish(false))
    socket.on('end', () => finish(false))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      // A stream would continue: its beginning is enough.
      if (chunk.includes('text/event-stream')) finish(false)
    })
    if (isUnframed) socket.end(bytes)
    else socket.write(bytes)
  })
}

function replyIn(bytes: Buffer): RawReply | undefined {
  const text = bytes.toString('latin1')
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
  const end = text.indexOf('\r\n\r\n')
  if (status === undefined || end < 0) return undefined
  const headers = text.slice(0, end)
  const [, length] = /content-length: (\d+)/i.exec(headers) ?? []
  const body = bytes.subarray(end + 4, length === undefined ? undefined : end + 4 + Number(length))
  return { status: Number(status), headers, body: body.toString('utf8') }
}
