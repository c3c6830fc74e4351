import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const forGood = 'public, max-age=31536000, immutable'
/** Headers that browsers obey only on documents. On scripts and styles they would add a tenth to the size. */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
const neverDocument = /\.(js|css)(\.br|\.gz)?$/
/** A file beside the page, such as `/favicon.svg`: no dot files, no subfolders. */
const besidePage = /^\/[a-z0-9][\w-]*\.[a-z0-9]+$/i
/** A map for a screen: of China, or of a province by its code. */
const mapFile = /^\/maps\/([a-z0-9][\w-]*\.json)$/
const hashedFile = /^\/assets\/[\w-][\w.-]*$/

/** The first script of the page, whose name changes with its content: the console compares it with its own. */
const buildOf = (page: string): string | undefined => /src="\/assets\/([\w-]+)\.js"/.exec(page)?.[1]

/** Whether the file exists and is readable. */
const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Serves the built console: hashed files are cached for ever and precompressed; every other address returns the page
 * (history mode). The folder is read at each request, so that a build beside a running server is served at once and
 * completely. Answers of calls name the build in `brigade-console`, so that an open page notices another one. Maps in `ownMaps` replace the shipped ones of the same name (docs/maps.md).
 */
export async function serveConsole(app: FastifyInstance, folder: string, ownMaps?: string): Promise<void> {
  const pageFile = path.join(folder, 'index.html')
  const mapsThere = path.join(folder, 'maps')
  let page = await readFile(pageFile, 'utf8')
  let build = buildOf(page)
  app.addHook('onRequest', (request, reply, done) => {
    if (build !== undefined && request.url.startsWith('/api/')) void reply.header('brigade-console', build)
    done()
  })
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    // A hashed file never changes, and the others carry an ETag.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, file) => {
      void reply.header(
        'cache-control',
        file.startsWith(path.join(folder, 'assets')) ? forGood : 'public, max-age=3600',
      )
      if (neverDocument.test(file)) for (const name of ofDocuments) void reply.removeHeader(name)
    },
  })

  const sendPage = async (reply: FastifyReply) => {
    // During a build the page is missing for a moment: the last one is served then.
    page = await readFile(pageFile, 'utf8').catch(() => page)
    build = buildOf(page)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  }
  app.get('/*', async (request, reply) => {
    const address = request.url.split('?', 1)[0] ?? ''
    if (hashedFile.test(address)) return reply.sendFile(address.slice(1))
    const [, map] = mapFile.exec(address) ?? []
    if (map !== undefined) {
      const holder = ownMaps !== undefined && (await isThere(path.join(ownMaps, map))) ? ownMaps : mapsThere
      if (await isThere(path.join(holder, map))) return reply.sendFile(map, holder)
      // Most places have no map: the answer is empty, not an error.
      return reply.code(204).send()
    }
    if (address.startsWith('/api/') || address.startsWith('/assets/')) return reply.callNotFound()
    const isFile = besidePage.test(address) && address !== '/index.html'
    return isFile ? reply.sendFile(address.slice(1)) : sendPage(reply)
  })
}
