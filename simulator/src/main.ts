import { minuteMs } from '@brigade/contract/time.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openControl } from './control-socket.ts'
import { readDeviceList, type ListedDevice } from './device/device-list.ts'
import { startFleet } from './fleet.ts'
import { labelledCode } from './phone/label.ts'
import { startPhones } from './phone/phones.ts'
import { livesAfterPast } from './past/past-lives.ts'
import { recordLateness } from './record.ts'
import { readLives, writeLives } from './saved-lives.ts'
import { readSettings, usage, type Settings } from './settings.ts'

const keepLivesEveryMs = minuteMs
const lookAgainMs = 1000
const printLine = (line: string) => process.stdout.write(`simulator: ${line}\n`)

async function waitForDevices({ credentialsFile, ovens, coolers }: Settings): Promise<ListedDevice[]> {
  if (!existsSync(credentialsFile)) printLine(`waiting for ${credentialsFile}`)
  while (!existsSync(credentialsFile)) await pause(300)
  const listed = readDeviceList(readFileSync(credentialsFile, 'utf8'))
  // The counts cover devices with a connection of their own from the start; modems and gateways include everything
  // behind them.
  const single = listed.filter(
    ({ units, subs, firstAfterMinutes }) =>
      units === undefined && subs === undefined && firstAfterMinutes === undefined,
  )
  return [
    ...single.filter(({ kind }) => kind === 'oven').slice(0, ovens),
    ...single.filter(({ kind }) => kind === 'cooler').slice(0, coolers),
    ...listed.filter((one) => !single.includes(one)),
  ]
}

/** The server empties the list when the demo is removed: then there is nothing left to simulate. */
function isEmptied({ credentialsFile }: Settings): boolean {
  try {
    return readDeviceList(readFileSync(credentialsFile, 'utf8')).length === 0
  } catch {
    return false
  }
}

/** Lives as they were read, to be written again. */
const keptOf = (lived: Readonly<Record<string, unknown>>) =>
  Object.entries(lived).filter((entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null)

async function run(settings: Settings) {
  const devices = await waitForDevices(settings)
  if (devices.length === 0) return printLine('no devices: there is nothing to simulate')
  const { host, port, seed, speed, dataDir, recordDir } = settings
  const livesFile = join(dataDir, 'simulator-lives.json')
  const lived = readLives(livesFile)
  const begun = livesAfterPast(devices, lived)
  const saved = { ...lived, ...begun }
  // A fleet that is killed now also continues from here.
  if (Object.keys(begun).length > 0) writeLives(livesFile, { ...Object.fromEntries(keptOf(lived)), ...begun })
  const stopRecordingLateness = recordLateness(recordDir)
  const fleet = startFleet({ devices, host, port, seed, speed, recordDir, saved })
  const control = await openControl(fleet, dataDir)
  const ovens = devices.filter(({ kind }) => kind === 'oven').length
  printLine(`${ovens} ovens and ${devices.length - ovens} coolers for mqtt://${host}:${port}`)

  const phones =
    settings.phones === undefined
      ? undefined
      : startPhones({
          ...settings.phones,
          seed,
          speed,
          labels: devices.map(({ credentials: { deviceName, deviceSecret } }) => ({
            sn: deviceName,
            code: labelledCode(deviceSecret),
          })),
          codesFile: join(dataDir, 'simulator-codes.ndjson'),
          tokensFile: join(dataDir, 'simulator-phones.json'),
        })
  if (settings.phones !== undefined) printLine(`${settings.phones.people} phones for ${settings.phones.apiUrl}`)

  const keep = setInterval(() => writeLives(livesFile, fleet.keep()), keepLivesEveryMs)
  const look = setInterval(() => {
    if (!isEmptied(settings)) return
    printLine('the devices were removed')
    end()
  }, lookAgainMs)
  const stop = async () => {
    clearInterval(keep)
    clearInterval(look)
    writeLives(livesFile, fleet.keep())
    control.close()
    await phones?.stop()
    await fleet.stop()
    stopRecordingLateness()
  }
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    void stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      end()
    })
  }
}

try {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === 'help') process.stdout.write(usage)
  else await run(settings)
} catch (error) {
  process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
