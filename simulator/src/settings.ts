import { join } from 'node:path'
import { parseArgs } from 'node:util'

export type Settings = Readonly<{
  host: string
  port: number
  /** How many of the devices in the file run; by default all. */
  ovens: number | undefined
  coolers: number | undefined
  /** The number of people with the phone app, and the address of the api; undefined for none. */
  phones: Readonly<{ people: number; apiUrl: string }> | undefined
  seed: string
  /** The factor by which the fleet lives faster than the clock. */
  speed: number
  credentialsFile: string
  dataDir: string
  /** Folder for the records of each device (record.ts); undefined: no records. */
  recordDir: string | undefined
}>

export const usage = `Simulated ovens and refrigerators over MQTT.

  node simulator/src/main.ts [--host 127.0.0.1] [--port 1883] [--ovens N] [--coolers N] [--seed S] [--speed X]
                             [--credentials FILE] [--data-dir DIR] [--people N] [--api http://127.0.0.1:8080]

Also by environment: MQTT_URL, OVENS, COOLERS, DATA_DIR, PEOPLE, API_URL (without it nobody has the phone app). With RECORD_DIR each device writes down what it does. FILE holds a JSON array, or JSON lines, of
{ productKey, deviceName, deviceSecret, kind }; it is waited for.
`

/** Throws an `Error` with a message for a person. */
export function readSettings(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      ovens: { type: 'string' },
      coolers: { type: 'string' },
      seed: { type: 'string' },
      speed: { type: 'string' },
      credentials: { type: 'string' },
      'data-dir': { type: 'string' },
      people: { type: 'string' },
      api: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return 'help'
  const broker = brokerOf(environment['MQTT_URL'] ?? 'mqtt://127.0.0.1')
  const apiUrl = values.api ?? environment['API_URL']
  const dataDir = values['data-dir'] ?? environment['DATA_DIR'] ?? '.data'
  return {
    host: values.host ?? (broker.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1'),
    port: number('port', values.port ?? (broker.port || '1883'), 1, 65_535),
    ovens: optional('ovens', values.ovens ?? environment['OVENS']),
    coolers: optional('coolers', values.coolers ?? environment['COOLERS']),
    phones:
      apiUrl === undefined
        ? undefined
        : { people: optional('people', values.people ?? environment['PEOPLE']) ?? 12, apiUrl },
    seed: values.seed ?? '1',
    speed: number('speed', values.speed ?? '1', 0.1, 1000),
    dataDir,
    recordDir: environment['RECORD_DIR'],
    credentialsFile: values.credentials ?? join(dataDir, 'simulator-devices.json'),
  }
}

function brokerOf(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'mqtt:') return url
  throw new Error(`MQTT_URL must be an address like mqtt://127.0.0.1:1883, not "${text}"`)
}

function number(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= low && value <= high) return value
  throw new Error(`--${name} must be a number from ${low} to ${high}, not "${text}"`)
}

const optional = (name: string, text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Math.floor(number(name, text, 0, 100_000))
