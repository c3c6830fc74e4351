import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unpackedFolder } from '@brigade/server/testing/proxy/unpacked-program.ts'
import { until } from '@brigade/server/testing/until.ts'
import { z } from 'zod'
import { mayUnpack, unpackWithApt } from '../../apt.ts'

/**
 * Debian's Firefox over WebDriver BiDi, with only the functions that the proofs need, and nothing that it does not do
 * for people.
 */

type Program = Readonly<{ path: string; env: Readonly<Record<string, string>> }>

/** Finds it installed, or unpacked beside the other programs of the tests; undefined if it cannot be had. */
export function findFirefox(): Program | undefined {
  const installed = '/usr/lib/firefox-esr/firefox-esr'
  if (existsSync(installed)) return { path: installed, env: {} }
  const folder = join(dirname(unpackedFolder()), 'firefox')
  const unpacked = join(folder, installed)
  if (!existsSync(unpacked) && mayUnpack()) unpackWithApt(['firefox-esr'], folder)
  if (!existsSync(unpacked)) return undefined
  const libraries = [join(folder, 'usr/lib'), ...globSync(join(folder, 'usr/lib/*-linux-*'))]
  return { path: unpacked, env: { LD_LIBRARY_PATH: libraries.join(':') } }
}

/** Its own traffic is off, because a closed network refuses it; pages that are left are kept, which is the default. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.systemAddon.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
} as const

const Address = z.object({ ws_host: z.string(), ws_port: z.number() })
const Answer = z.object({
  id: z.number().optional(),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
})
const Version = z.object({ capabilities: z.object({ browserVersion: z.string() }) })
const Context = z.object({ context: z.string() })
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

export type Tab = Readonly<{
  /** Opens an address as typed into the address bar: `ready` is the end of loading, or a condition of the caller. */
  goTo: (url: string) => Promise<void>
  goBack: () => Promise<void>
  /** The value of an expression in the page: a text, a number, or yes and no. */
  evaluate: (expression: string) => Promise<unknown>
}>
export type Firefox = Readonly<{
  version: string
  /** A function that every page calls before its own code, written out. */
  prepareTabs: (declaration: string) => Promise<void>
  openTab: () => Promise<Tab>
  close: () => Promise<void>
}>

const startWithinMs = 60_000
const answerWithinMs = 60_000

export async function startFirefox({ path, env }: Program): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'brigade-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, ...env, HOME: profile },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    const killing = setTimeout(() => child.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(killing)
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const file = join(profile, 'WebDriverBiDiServer.json')
    const address = await until(
      'Firefox to listen',
      () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
      startWithinMs,
    )
    const { ws_host: host, ws_port: port } = Address.parse(JSON.parse(address))
    const { ask, close } = await connect(`ws://${host}:${port}/session`)
    const { capabilities } = Version.parse(await ask('session.new', { capabilities: {} }))
    return {
      version: capabilities.browserVersion,
      prepareTabs: async (declaration) => {
        await ask('script.addPreloadScript', { functionDeclaration: declaration })
      },
      openTab: async () => tabOf(ask, Context.parse(await ask('browsingContext.create', { type: 'tab' })).context),
      close: async () => {
        close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ask = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>

async function connect(url: string): Promise<Readonly<{ ask: Ask; close: () => void }>> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)), { once: true })
  })
  const waiting = new Map<number, (answer: z.output<typeof Answer>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = Answer.parse(JSON.parse(String(data)))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let last = 0
  const ask: Ask = (method, params) => {
    const id = (last += 1)
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`Firefox does not answer ${method}`)), answerWithinMs)
      waiting.set(id, ({ error, message, result }) => {
        clearTimeout(late)
        waiting.delete(id)
        if (error === undefined) resolve(result)
        else reject(new Error(`${method}: ${error}: ${message ?? ''}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  return { ask, close: () => socket.close() }
}

const tabOf = (ask: Ask, context: string): Tab => ({
  goTo: async (url) => {
    await ask('browsingContext.navigate', { context, url, wait: 'complete' })
  },
  goBack: async () => {
    await ask('browsingContext.traverseHistory', { context, delta: -1 })
  },
  evaluate: async (expression) => {
    const params = { expression, target: { context }, awaitPromise: true }
    const { result, exceptionDetails } = Evaluated.parse(await ask('script.evaluate', params))
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result?.value
  },
})
