import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const forGood = 'public, max-age=31536000, immutable'

/** The built console: hashed files for good, precompressed; every other address is a screen of it (history mode). */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    // One route a file that is there now: nothing outside the folder can be asked for.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header(
        'cache-control',
        file.startsWith(path.join(folder, 'assets')) ? forGood : 'public, max-age=3600',
      )
    },
  })
  app.get('/*', async (request, reply) => {
    const isScreen = !request.url.startsWith('/api/') && !request.url.startsWith('/assets/')
    if (!isScreen) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
