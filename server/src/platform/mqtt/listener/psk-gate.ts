import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { pskIdentityIn, recordLength } from './client-hello.ts'

/** No handshake before the key exchange is longer. */
const maxHandshakeBytes = 65_536

/**
 * A stream between a socket and TLS. OpenSSL asks for a pre-shared key synchronously and cannot wait for the database;
 * so the record with the identity is delayed until `learn` has found the key. Afterwards bytes pass unchanged.
 */
export function pskGate(socket: Socket, learn: (identity: string) => Promise<void>): Duplex {
  let waiting = Buffer.alloc(0)
  let isOpen = false
  let isLearning = false
  let hasEnded = false

  const gate = new Duplex({
    read: () => {
      if (!isLearning) socket.resume()
    },
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  const pass = (bytes: Buffer) => {
    if (bytes.length > 0 && !gate.push(bytes)) socket.pause()
  }

  function hold(identity: string) {
    isLearning = true
    socket.pause()
    const go = () => {
      isLearning = false
      isOpen = true
      pass(waiting)
      waiting = Buffer.alloc(0)
      if (hasEnded) gate.push(null)
      else socket.resume()
    }
    // Without a key OpenSSL itself refuses.
    learn(identity).then(go, go)
  }

  socket.on('data', (chunk: Buffer) => {
    if (isOpen) return pass(chunk)
    waiting = Buffer.concat([waiting, chunk])
    if (waiting.length > maxHandshakeBytes) return void gate.destroy()
    while (!isLearning) {
      const length = recordLength(waiting)
      if (length === undefined || waiting.length < length) return
      const identity = pskIdentityIn(waiting.subarray(0, length))
      if (identity !== undefined) return hold(identity)
      pass(waiting.subarray(0, length))
      waiting = waiting.subarray(length)
    }
  })
  socket.on('end', () => {
    hasEnded = true
    if (!isLearning) gate.push(null)
  })
  socket.on('error', () => gate.destroy())
  socket.on('close', () => gate.destroy())
  return gate
}
