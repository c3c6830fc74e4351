import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { until } from '@brigade/server/testing/until.ts'
import type { Tab } from './bidi.ts'
import { detailOf, ovenInStandby, ovenList, patienceMs, say, shows, type Walk } from './walk.ts'

/**
 * Whether Firefox keeps a page that is left. It decides before it tells the page that it is left, and keeps none whose
 * WebSocket is open at that moment, nor one that closes it at `beforeunload`, because closing takes a round trip to the
 * server. No page can do better, so two pages without our code are the measure: a plain one, and one with a socket. Our
 * page with its socket must be kept if the other with a socket is, and our page whose socket has ended (as after 20 s
 * hidden) if the plain one is.
 */
export async function goBack(walk: Walk): Promise<boolean> {
  const control = await keepsControls(walk)
  const told = (isKept: boolean) => (isKept ? 'kept' : 'loaded again')
  say(
    `  gone back to, without anything of ours: a plain page ${told(control.plain)}, one with an open socket ${told(control.socket)}`,
  )
  const open = await leaveOven(walk, 'Gone back to', false)
  const ended = await leaveOven(walk, 'Gone back to later', true)
  say(
    `  an oven’s page: ${told(open)} with its open socket, ${told(ended)} with an ended one; it shows what changed meanwhile, and is live`,
  )
  if (!control.plain) say('  This Firefox keeps no page at all: nothing was proved of ours')
  return (open || !control.socket) && (ended || !control.plain)
}

/** Counts for every page how many of its sockets are open, and since when it waits for no answer. */
export const countConnections = `() => {
  const sockets = []
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given)
      sockets.push(this)
    }
  }
  const ask = globalThis.fetch
  let waiting = 0
  let since = performance.now()
  globalThis.fetch = async (...given) => {
    waiting += 1
    const ends = () => {
      waiting -= 1
      since = performance.now()
    }
    const asked = ask(...given)
    asked.then((answer) => answer.clone().blob()).then(ends, ends)
    return asked
  }
  globalThis.quietForMs = () => (waiting > 0 ? 0 : performance.now() - since)
  globalThis.openSockets = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length
  globalThis.closingSockets = () => sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length
}`

const watchKept = `addEventListener('pageshow', ({ persisted }) => { globalThis.wasKept = persisted }); true`
const wasKept = async (tab: Tab) => (await tab.evaluate('globalThis.wasKept === true')) === true
const isTrue = (tab: Tab, expression: string) => async () => (await tab.evaluate(expression)) === true

/**
 * Leaves the page of an oven and goes back to it. It must be live again in any case; the answer says whether it was
 * kept.
 */
async function leaveOven({ app, openTab }: Walk, name: string, endsSocket: boolean): Promise<boolean> {
  const { oven, turns } = await ovenInStandby(app, name)
  const tab = await openTab()
  await tab.goTo(app.url + detailOf(oven.id))
  await until('standby', shows(tab, 'Standby'), patienceMs)
  await until('the socket of the page', isTrue(tab, 'openSockets() === 1'), patienceMs)
  // Firefox does not keep a page that still waits for an answer either, and one answer often leads to the next request.
  await until('all answers', isTrue(tab, `quietForMs() > 2000 && document.readyState === 'complete'`), patienceMs)
  await tab.evaluate(watchKept)
  if (endsSocket) {
    await tab.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide')); true`)
    await until('the end of the socket', isTrue(tab, 'closingSockets() === 0'), patienceMs)
  }
  await tab.goTo(app.url + ovenList)
  await until('the list', shows(tab, oven.sn), patienceMs)
  await turns('preheating')
  await tab.goBack()
  await until('what it has become', shows(tab, 'Preheating'), patienceMs)
  const isKept = await wasKept(tab)
  await turns('standby')
  await until('what it becomes', shows(tab, 'Standby'), patienceMs)
  return isKept
}

const controlPages: Readonly<Record<string, string>> = {
  '/plain': '<h1>Plain</h1>',
  '/socket': `<h1>Socket</h1><script>
    const socket = new WebSocket('ws://' + location.host + '/')
    addEventListener('pagehide', () => socket.close())
  </script>`,
  '/next': '<h1>Next</h1>',
}

async function keepsControls({ openTab }: Walk): Promise<Readonly<{ plain: boolean; socket: boolean }>> {
  const server = createServer(({ url = '' }, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(controlPages[url] ?? '')
  })
  server.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
    )
    // All that the page ever sends is that it closes.
    socket.once('data', () => socket.end(Buffer.from([0x88, 0])))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The control pages have no port')
  const origin = `http://127.0.0.1:${address.port}`
  const isKept = async (path: string, open: number) => {
    const tab = await openTab()
    await tab.goTo(origin + path)
    await until('the socket of the control', isTrue(tab, `openSockets() === ${open}`), patienceMs)
    await tab.evaluate(watchKept)
    await tab.goTo(`${origin}/next`)
    await tab.goBack()
    await until(
      'the control',
      isTrue(tab, `location.pathname === '${path}' && document.readyState === 'complete'`),
      patienceMs,
    )
    return wasKept(tab)
  }
  try {
    return { plain: await isKept('/plain', 0), socket: await isKept('/socket', 1) }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
