import type { FastifyInstance } from 'fastify'

const isBeside = /^\/+ota(?:[/?#]|$)/i

/**
 * The path of an address in the form in which routes are matched; a path that cannot be decoded is returned unchanged.
 */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * Refuses what is nearly an address of the door for devices: with another spelling, several slashes or another method the console would
 * answer it with its page, and a device would take that for its file. A refusal is a status line alone, as the door's own are.
 */
export function refuseBesideDoor(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const address = request.url.includes('%') ? decoded(request.url) : request.url
    if (!isBeside.test(address)) return done()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && address.startsWith('/ota/')) return done()
    reply.hijack()
    // Without a body there is no length either, as the door has it.
    reply.raw.removeHeader('Transfer-Encoding')
    reply.raw.removeHeader('Content-Length')
    reply.raw.writeHead(isRead ? 404 : 405, { Connection: 'close', ...(isRead ? {} : { Allow: 'GET, HEAD' }) }).end()
    return undefined
  })
}
