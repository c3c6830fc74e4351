import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import { shelfMoods } from './device/oven/recipe-shelf.ts'
import type { RunningDevice } from './device/simulated-device.ts'
import { fateNames, fateOf } from './device/upgrade/fate.ts'
import type { Fleet } from './fleet.ts'

/** The words of the control command: `node simulator/src/control.ts <SN> fault E05`. */
export const controlUsage = `node simulator/src/control.ts [--data-dir DIR] <SN> <what>

  list                    the devices and how they are (no SN)
  <SN> show               its values
  <SN> fault E05          raise a fault; it stays until cleared
  <SN> clear [E05]        clear one fault, or all
  <SN> offline 30         away from the network for 30 seconds
  <SN> freeze 70          stops without a word for 70 seconds; its connection stays open
  <SN> door open|closed
  <SN> mute [60]          ignore commands for 60 seconds; mute 0 listens again
  <SN> clock [-3600]      its clock is off by so many seconds; clock 0 puts it right
  <SN> upgrade rollback   how its next upgrade goes: ${fateNames}
  <SN> reset              factory settings at the panel of an oven: it forgets its recipes
  <SN> come               somebody loads what has preheated, answers a pause, or takes out what is done
  <SN> key                the key of its panel that ends a pause
  <SN> recipes full       how it meets recipes from now on: ${shelfMoods.join(', ')}
  <SN> line lost 0.1      of a modem: this share of answers is lost; or \`damaged\`
`

/** A path to a socket holds at most 107 bytes; a socket with a longer path is in the system's temporary folder. */
function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'simulator.sock')
  if (Buffer.byteLength(path) <= 100) return path
  return join(tmpdir(), `brigade-simulator-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`)
}

export type ControlAnswer = { ok: boolean; text: string }

/** Throws if another simulator listens on the same folder. */
export async function openControl(fleet: Fleet, dataDir: string): Promise<{ close: () => void }> {
  const path = socketPath(dataDir)
  if (await isListened(path)) throw new Error(`another simulator is running with the data folder ${resolve(dataDir)}`)
  // A killed process left the socket behind.
  rmSync(path, { force: true })
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    const lines = createInterface({ input: socket })
    // A caller that leaves before its answer: the interface repeats the socket's error, and nobody else may notice it.
    lines.on('error', () => lines.close())
    lines.on('line', (line) => {
      const answer = runCommand(
        fleet,
        line.split(' ').filter((word) => word !== ''),
      )
      socket.end(`${JSON.stringify(answer)}\n`)
    })
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    close: () => {
      server.close()
      rmSync(path, { force: true })
    },
  }
}

function runCommand(fleet: Fleet, words: readonly string[]): ControlAnswer {
  const [first = '', verb = '', argument] = words
  if (first === 'list') {
    const all = fleet.devices.flatMap((device) => [device, ...device.behind])
    const lines = all.map((device) =>
      [device.deviceName, device.kind, device.isConnected() ? 'online' : 'offline', ...device.faults()].join('  '),
    )
    return { ok: true, text: lines.join('\n') }
  }
  const device = fleet.find(first)
  if (device === undefined) return { ok: false, text: `no device ${first} in this fleet; "list" names them` }
  return verb === 'line' ? runLineCommand(device, argument, words[3]) : runVerb(device, verb, argument)
}

function runVerb(device: RunningDevice, verb: string, argument: string | undefined): ControlAnswer {
  const done = (text: string): ControlAnswer => ({ ok: true, text: `${device.deviceName} ${text}` })
  switch (verb) {
    case 'show':
      return { ok: true, text: JSON.stringify(device.values(Date.now()), null, 2) }
    case 'fault': {
      const known = faultsOf[device.kind].find(({ code }) => code === argument)
      if (known === undefined) {
        const list = faultsOf[device.kind].map(({ code, en }) => `${code}  ${en}`).join('\n')
        return { ok: false, text: `which fault? One of\n${list}` }
      }
      device.raiseFault(known.code)
      return done(`raises ${known.code}: ${known.en}`)
    }
    case 'clear':
      device.clearFault(argument)
      return done(argument === undefined ? 'has no fault any more' : `has cleared ${argument}`)
    case 'offline': {
      const seconds = secondsOf(argument ?? '30')
      if (seconds === null) return { ok: false, text: 'for how many seconds?' }
      device.goOffline(seconds * 1000)
      return done(`is offline for ${seconds} s`)
    }
    case 'freeze': {
      const seconds = secondsOf(argument ?? '70')
      if (seconds === null || seconds === 0) return { ok: false, text: 'for how many seconds?' }
      if (device.freeze === undefined) return { ok: false, text: `${device.deviceName} has no connection of its own` }
      device.freeze(seconds * 1000)
      return done(`stands still for ${seconds} s`)
    }
    case 'door':
      if (argument !== 'open' && argument !== 'closed') return { ok: false, text: 'open or closed?' }
      device.setDoor(argument === 'open')
      return done(`has its door ${argument}`)
    case 'mute': {
      const seconds = secondsOf(argument ?? '60')
      if (seconds === null) return { ok: false, text: 'for how many seconds?' }
      device.mute(seconds * 1000)
      return done(seconds === 0 ? 'listens' : `ignores commands for ${seconds} s`)
    }
    case 'clock': {
      const seconds = Number(argument ?? '0')
      // The range of a clock that was never set: from 1970 to as long after now.
      if (!(Math.abs(seconds) <= 2_000_000_000)) return { ok: false, text: 'off by how many seconds?' }
      device.setClock(seconds * 1000)
      return done(seconds === 0 ? 'has its clock right' : `has its clock off by ${seconds} s`)
    }
    case 'upgrade': {
      const fate = fateOf(argument ?? '')
      if (fate === undefined || device.setFate === undefined)
        return { ok: false, text: `how shall its next upgrade go? One of ${fateNames}` }
      device.setFate(fate)
      return done(`will end its next upgrade so: ${fate}`)
    }
    default:
      return runOvenVerb(device, verb, argument)
  }
}

function runOvenVerb(device: RunningDevice, verb: string, argument: string | undefined): ControlAnswer {
  const { come, key, reset, recipes, deviceName } = device
  const done = (text: string): ControlAnswer => ({ ok: true, text: `${deviceName} ${text}` })
  const acts = { come, key, reset }
  const answers = { come: 'was visited', key: 'had its key pressed', reset: 'has its factory settings' }
  if (verb === 'come' || verb === 'key' || verb === 'reset') {
    const act = acts[verb]
    if (act === undefined) return { ok: false, text: `${deviceName} is no oven` }
    act()
    return done(answers[verb])
  }
  if (verb !== 'recipes') return { ok: false, text: controlUsage }
  const mood = shelfMoods.find((one) => one === argument)
  if (mood === undefined || recipes === undefined)
    return { ok: false, text: `one of ${shelfMoods.join(', ')}, of an oven` }
  recipes(mood)
  return done(`meets recipes so: ${mood}`)
}

function runLineCommand(
  { lineFaults, deviceName }: RunningDevice,
  what: string | undefined,
  text: string | undefined,
): ControlAnswer {
  if (lineFaults === undefined) return { ok: false, text: `${deviceName} has no Modbus line` }
  const share = Number(text)
  if ((what !== 'lost' && what !== 'damaged') || !(share >= 0 && share <= 1)) {
    return { ok: false, text: 'lost or damaged, and which share of the answers, from 0 to 1?' }
  }
  lineFaults[what] = share
  return { ok: true, text: `${deviceName} has ${share * 100} % of the answers on its line ${what}` }
}

function secondsOf(text: string): number | null {
  const seconds = Number(text)
  return seconds >= 0 && seconds <= 86_400 ? seconds : null
}

async function isListened(path: string): Promise<boolean> {
  const socket = net.connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Sends a control command to the running simulator. Rejects if none runs. */
export async function sendControl(dataDir: string, words: readonly string[]): Promise<ControlAnswer> {
  const socket = net.connect(socketPath(dataDir))
  await once(socket, 'connect')
  socket.end(`${words.join(' ')}\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null || !('ok' in answer && 'text' in answer))
    throw new Error('no answer')
  return { ok: answer.ok === true, text: String(answer.text) }
}
