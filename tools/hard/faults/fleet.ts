import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testClock } from '@brigade/server/testing/start-app.ts'
import { sendControl } from '../../../simulator/src/control-socket.ts'
import type { WholeProgram } from '../../../e2e/support/whole-program.ts'

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

type Made = Readonly<{ sn: string; id: string; kind: 'oven' | 'cooler' }>

/** Simulated devices that record their actions, and a caller who commands them. */
export type Fleet = Readonly<{
  devices: readonly Made[]
  token: string
  /** Folder of the simulator; `records` is the folder of the devices' records. */
  folder: string
  records: string
  start: () => void
  /** The devices disconnect properly. */
  stop: () => Promise<void>
  /** Kills processes that still run at the end. */
  kill: () => void
  /** The time until which devices are frozen, by serial number. */
  frozen: Map<string, number>
}>

export async function makeFleet(program: WholeProgram, mqttUrl: string, count: number): Promise<Fleet> {
  const folder = path.join(program.settings.dataDir, 'fleet')
  const records = path.join(folder, 'records')
  const database = await program.openDatabase()
  try {
    const app = { db: database.db, clock: testClock(), settings: program.settings, madeProducts: new Map() }
    const devices: Made[] = []
    const credentials = []
    for (let number = 0; number < count; number += 1) {
      const kind = number % 5 < 3 ? 'oven' : 'cooler'
      const { id, sn, productKey, secret } = await make.device(app, {
        kind,
        sn: `FAULT${String(number).padStart(4, '0')}`,
      })
      devices.push({ id, sn, kind })
      credentials.push({ productKey, deviceName: sn, deviceSecret: secret, kind })
    }
    const { token } = await make.account(app, { role: 'administrator' })
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, 'devices.json')
    writeFileSync(file, JSON.stringify(credentials))
    let child: ChildProcess | undefined
    return {
      devices,
      token,
      folder,
      records,
      start: () => {
        child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', simulator, '--credentials', file], {
          env: { ...process.env, MQTT_URL: mqttUrl, DATA_DIR: folder, RECORD_DIR: records },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
      },
      stop: async () => {
        const running = child
        child = undefined
        if (running === undefined || running.exitCode !== null) throw new Error('The simulator has ended by itself')
        const ended = once(running, 'exit')
        running.kill('SIGTERM')
        await ended
      },
      kill: () => void child?.kill('SIGKILL'),
      frozen: new Map(),
    }
  } finally {
    await database.close()
  }
}

export const oneOf = <T>(all: readonly T[]): T => {
  const found = all[Math.floor(Math.random() * all.length)]
  if (found === undefined) throw new Error('One of none')
  return found
}

export async function obey({ folder }: Pick<Fleet, 'folder'>, ...words: readonly string[]): Promise<void> {
  const { ok, text } = await sendControl(folder, words)
  if (!ok) throw new Error(`${words.join(' ')}: ${text}`)
}

/** Something that runs until it is stopped. */
export type Going = Readonly<{ stop: () => Promise<void> }>

function keepGoing(everyMs: number, work: () => Promise<void>): Going {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work()
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  // The stop throws an expected error.
  running.catch(() => undefined)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const Reply = z.object({ success: z.boolean(), data: z.unknown() })

/**
 * Sends commands over HTTP to devices in turn; refusals (offline, away) are expected. `accepted` receives the ids, with
 * the device's serial number.
 */
export function keepCommanding(
  program: Pick<WholeProgram, 'url'>,
  { devices, token, frozen = new Map() }: Pick<Fleet, 'devices' | 'token'> & Partial<Pick<Fleet, 'frozen'>>,
  accepted: Map<string, string>,
): Going {
  return keepGoing(600, async () => {
    // Few devices are frozen, so chance alone would hardly ever choose them.
    const still = devices.filter(({ sn }) => (frozen.get(sn) ?? 0) > Date.now())
    const { id, sn, kind } = oneOf(still.length > 0 && Math.random() < 0.3 ? still : devices)
    const call = kind === 'oven' ? commandCalls.oven.sendCommand : commandCalls.cooler.sendCommand
    const params =
      kind === 'oven' ? { FanSpeed: 30 + Math.floor(Math.random() * 8) * 10 } : { Light: Math.round(Math.random()) }
    try {
      const answer = await fetch(program.url + call.path, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'property.set', deviceId: id, params, password: testPassword }),
        signal: AbortSignal.timeout(10_000),
      })
      const { success, data } = Reply.parse(await answer.json())
      if (success) accepted.set(z.object({ id: z.string() }).parse(data).id, sn)
    } catch {
      // The API is unreachable, or went down during the call: nothing was acknowledged.
    }
  })
}

/**
 * Simulates kitchens: faults begin and end, doors stay open, devices are switched off and later send the data they
 * stored.
 */
export function keepHappening(fleet: Fleet): Going {
  const broken = new Map<string, string>()
  const happenings = [
    async ({ sn, kind }: Made) => {
      const code = broken.get(sn) ?? oneOf(faultsOf[kind]).code
      await obey(fleet, sn, broken.has(sn) ? 'clear' : 'fault', code)
      if (!broken.delete(sn)) broken.set(sn, code)
    },
    ({ sn }: Made) => obey(fleet, sn, 'door', oneOf(['open', 'closed'])),
    ({ sn }: Made) => obey(fleet, sn, 'offline', String(5 + Math.floor(Math.random() * 30))),
  ]
  return keepGoing(500, () => oneOf(happenings)(oneOf(fleet.devices)))
}
