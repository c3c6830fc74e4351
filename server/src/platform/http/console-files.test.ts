import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let folder: string

/** Writes the result of a build: a page that names its hashed files. */
async function build(hash: string) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'assets', `main-${hash}.js`), `export const hash = '${hash}'`)
  await writeFile(
    path.join(folder, 'assets', `main-${hash}.js.br`),
    brotliCompressSync(`export const hash = '${hash}'`),
  )
  await writeFile(path.join(folder, 'first-paint.js'), 'document.title')
  await writeFile(path.join(folder, '.brigade-stamp'), 'not for the world')
  await writeFile(path.join(folder, 'index.html'), `<script type="module" src="/assets/main-${hash}.js"></script>`)
}

before(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'brigade-dist-')), 'dist')
  await build('a1')
  app = await startTestApp({ roles: ['api'], consoleFolder: folder })
})
after(async () => {
  await app.stop()
  await rm(path.dirname(folder), { recursive: true })
})

async function get(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + address, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('every address that is no file and no call is a screen of the console, revalidated each time', async () => {
  for (const address of ['/', '/recipeManage/device/list?online=true', '/no/such/page', '/index.html']) {
    const { status, headers, text } = await get(address)
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-cache'], address)
    assert.match(text, /main-a1\.js/)
  }
})

test('hashed files are kept for good and go out compressed', async () => {
  const { status, headers, text } = await get('/assets/main-a1.js', { 'accept-encoding': 'br' })
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(headers.get('content-encoding'), 'br')
  assert.equal(text, "export const hash = 'a1'")
  assert.equal((await get('/first-paint.js')).headers.get('cache-control'), 'public, max-age=3600')
})

test('the page has the policy of its document, scripts only the part for scripts', async () => {
  const [page, script] = [await get('/'), await get('/assets/main-a1.js', { 'accept-encoding': 'br' })]
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  for (const { headers } of [page, script]) assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.equal(script.headers.get('content-security-policy'), null)
  const weight = [...script.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  assert.ok(weight < 500, `${weight} bytes of headers`)
})

test('nothing outside the build is served, nothing hidden, and a missing file is not a page', async () => {
  for (const address of [
    '/assets/gone.js',
    '/assets/../.brigade-stamp',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/missing.js',
  ]) {
    const { status, text } = await get(address)
    assert.ok(status === 404 || text.includes('main-a1.js'), `${address} ${status} ${text}`)
    assert.doesNotMatch(text, /not for the world|root:/, address)
  }
  assert.equal((await get('/assets/gone.js')).status, 404)
  assert.equal((await get('/missing.js')).status, 404)
  assert.doesNotMatch((await get('/.brigade-stamp')).text, /not for the world/)
})

test('a map of the operator replaces the one of the same name, and for a place without one the answer is empty', async () => {
  await mkdir(path.join(folder, 'maps'), { recursive: true })
  await writeFile(path.join(folder, 'maps', 'china.json'), '{"of":"the build"}')
  assert.equal((await get('/maps/china.json')).text, '{"of":"the build"}')
  assert.equal((await get('/maps/330000.json')).status, 204)
  const own = path.join(app.settings.dataDir, 'maps')
  await mkdir(own)
  await writeFile(path.join(own, 'china.json'), '{"of":"the operator"}')
  await writeFile(path.join(own, '330000.json'), '{"of":"a province"}')
  assert.equal((await get('/maps/china.json')).text, '{"of":"the operator"}')
  assert.equal((await get('/maps/330000.json')).text, '{"of":"a province"}')
  assert.doesNotMatch((await get('/maps/..%2f..%2fetc%2fpasswd')).text, /root:/)
})

test('a build beside the running server is served at once, page and files', async () => {
  await build('b2')
  assert.match((await get('/')).text, /main-b2\.js/)
  assert.equal((await get('/api/web/user/captcha')).headers.get('brigade-console'), 'main-b2', 'an answer names it')
  assert.equal((await get('/assets/main-b2.js')).text, "export const hash = 'b2'")
  assert.equal((await get('/assets/main-a1.js')).status, 404)
  // During a build there is no page: the previous one is served.
  await rm(path.join(folder, 'index.html'))
  assert.match((await get('/')).text, /main-b2\.js/)
})
