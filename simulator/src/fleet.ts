import { minuteMs } from '@brigade/contract/time.ts'
import type { ListedDevice } from './device/device-list.ts'
import { runModem } from './device/modbus/running-modem.ts'
import { runDevice } from './device/running-device.ts'
import type { RunningDevice } from './device/simulated-device.ts'

export type FleetOptions = Readonly<{
  devices: readonly ListedDevice[]
  host: string
  port: number
  seed: string
  speed: number
  /** Lives saved by an earlier run, by device name. */
  saved?: Readonly<Record<string, unknown>>
  /** True: nothing breaks and no connection is lost by itself. */
  steady?: boolean
  reportEveryMs?: number
  /** How often each device advances and checks what is due; by default once a second. */
  tickMs?: number
  /** False: no people at the ovens, which only execute commands. */
  people?: boolean
  /** Longer calls are dropped silently, like by an SDK with a buffer of this many bytes. */
  receiveBytes?: number
  /** The languages of the ovens' panels, such as `zh,en`. Default: derived from their seeds. */
  panel?: string
  /** Folder for the records of each device (record.ts). */
  recordDir?: string | undefined
}>

export type Fleet = Readonly<{
  devices: readonly RunningDevice[]
  find: (deviceName: string) => RunningDevice | undefined
  keep: () => Record<string, object>
  stop: () => Promise<void>
}>

const everySecondMs = 1000
/** The devices take turns within a tick, so that a large fleet is an even load. */
const turns = 10
/** After the computer slept, the fleet does not race through the night. */
const longestTickMs = 10_000

export function startFleet({ devices: listed, saved = {}, tickMs = everySecondMs, ...options }: FleetOptions): Fleet {
  const running = listed.map(({ credentials, kind, firmware, units, subs, firstAfterMinutes = 0 }) => {
    const own = {
      ...options,
      credentials,
      kind,
      firmware,
      seed: `${options.seed}:${credentials.deviceName}`,
      saved: saved[credentials.deviceName],
    }
    const device = units === undefined && subs === undefined ? runDevice(own) : runModem({ ...own, units, subs })
    return { device, restsMs: own.saved === undefined ? firstAfterMinutes * minuteMs : 0 }
  })
  const devices = running.map(({ device }) => device)
  const byName = new Map(devices.flatMap((device) => [device, ...device.behind]).map((one) => [one.deviceName, one]))
  const lastTick = devices.map(() => performance.now())
  let turn = 0
  const timer = setInterval(() => {
    turn = (turn + 1) % turns
    for (let index = turn; index < devices.length; index += turns) {
      const now = performance.now()
      const dtMs = Math.min(longestTickMs, now - (lastTick[index] ?? now))
      lastTick[index] = now
      devices[index]?.tick(Date.now(), dtMs)
    }
  }, tickMs / turns)

  // They do not start all at once: a thousand simultaneous handshakes would look like an attack.
  const waiting = running.map(({ device, restsMs }, index) =>
    setTimeout(() => void device.connect(), restsMs + index * 15),
  )

  return {
    devices,
    find: (deviceName) => byName.get(deviceName),
    keep: () => Object.fromEntries(devices.map((device) => [device.deviceName, device.keep()])),
    stop: async () => {
      clearInterval(timer)
      for (const one of waiting) clearTimeout(one)
      await Promise.all(devices.map((device) => device.close()))
    },
  }
}
