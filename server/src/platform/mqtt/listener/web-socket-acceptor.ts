import http from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { usualStrangerMs } from './first-bytes.ts'
import type { IncomingConnection, Origin } from './incoming-connection.ts'

/** Answers the HTTP requests of connections: an upgrade to a WebSocket with MQTT in it is accepted, anything else refused. */
export function webSocketAcceptor(
  { maxMessageBytes, maxHelloBytes }: Readonly<{ maxMessageBytes: number; maxHelloBytes: number }>,
  accept: (arrival: IncomingConnection) => void,
): (stream: Duplex, origin: Origin) => void {
  const origins = new WeakMap<object, Origin>()
  const upgrades = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['mqtt', 'mqttv3.1'].find((protocol) => offered.has(protocol)) ?? false,
  })
  const web = http.createServer({ headersTimeout: usualStrangerMs }, (_request, response) => {
    response.writeHead(426, { upgrade: 'websocket', connection: 'close' }).end()
  })
  web.on('upgrade', (request, stream: Duplex, head: Buffer) => {
    const origin = origins.get(stream)
    if (origin === undefined) return void stream.destroy()
    const { address, over, admitted } = origin
    upgrades.handleUpgrade(request, stream, head, (socket) => {
      const messages = createWebSocketStream(socket)
      messages.on('error', () => messages.destroy())
      // The library buffers a whole message before its first byte becomes visible, so the limit is checked here.
      let readBytes = head.length
      const count = (bytes: Buffer) => {
        readBytes += bytes.length
        if (readBytes > maxHelloBytes) stream.destroy()
      }
      stream.on('data', count)
      const enter = () => {
        stream.off('data', count)
        admitted()
      }
      const transport = ` over WebSocket${over.replace(' over', ',')}`
      accept({ stream: messages, address, over: transport, admitted: enter })
    })
  })
  return (stream, origin) => {
    origins.set(stream, origin)
    web.emit('connection', stream)
  }
}
