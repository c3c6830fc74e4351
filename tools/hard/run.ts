import { parseArgs } from 'node:util'
import { clientDefaults, tryClients } from './clients.ts'
import { fillDisk } from './disk-full.ts'
import { causeAllFaults, faultDefaults } from './faults.ts'
import { walkInFirefox } from './firefox.ts'
import { testUnderIcu } from './icu.ts'
import { killAll, killDefaults } from './kill.ts'
import { killRecipes, recipeDefaults } from './recipes.ts'
import { rollOut, rolloutDefaults } from './rollout.ts'
import { trySdks } from './sdks.ts'
import { importTables } from './tables.ts'
import { fallSilent } from './silence.ts'
import { timeDefaults, tryTimes } from './time.ts'
import { followLong, wallDefaults } from './wall.ts'
import { timeEvents } from './wall-events.ts'

// `npm run hard -- kill`, `npm run hard -- disk-full`, `npm run hard -- faults`, `npm run hard -- rollout`, `npm run hard -- recipes`, `npm run hard -- silence`, `npm run hard -- time`, `npm run hard -- icu`, `npm run hard -- wall`, `npm run hard -- wall-events`, `npm run hard -- clients`, `npm run hard -- tables`, `npm run hard -- firefox` and `npm run hard -- sdks`: rough handling, in full length. docs/operations.md says what each does.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** The wanted reports a second. */
    rate: { type: 'string', default: '' },
    devices: { type: 'string', default: '' },
    /** `rollout`: number of devices over real MQTT, beside `devices` without sockets. */
    mqtt: { type: 'string', default: '' },
    /** Duration of the load of each case, in seconds. */
    seconds: { type: 'string', default: String(killDefaults.seconds) },
    /** `faults`: duration of the run, in minutes. */
    minutes: { type: 'string', default: String(faultDefaults.minutes) },
    /** `time`: number of packings, twenty of each series. */
    packings: { type: 'string', default: String(timeDefaults.packings) },
    /** `time`: lives of refrigerators, as curves show them. */
    lives: { type: 'string', default: String(timeDefaults.lives) },
    /** `clients`: tried inputs of each call, in addition to those at the bounds of its shape. */
    examples: { type: 'string', default: String(clientDefaults.examples) },
    /** `wall`: number of updates, sent at `rate` a second. */
    updates: { type: 'string', default: String(wallDefaults.updates) },
    /** With Mosquitto between devices and connector, and killed too. */
    external: { type: 'boolean', default: false },
    /** Leaves the data folder of `faults` for looking into. */
    keep: { type: 'boolean', default: false },
  },
})

const treatments: Readonly<Record<string, () => Promise<boolean | undefined>>> = {
  kill: () =>
    killAll({
      perSecond: Number(values.rate || killDefaults.perSecond),
      devices: Number(values.devices || killDefaults.devices),
      seconds: Number(values.seconds),
    }),
  faults: () =>
    causeAllFaults({
      devices: Number(values.devices || faultDefaults.devices),
      minutes: Number(values.minutes),
      external: values.external,
      keep: values.keep,
    }),
  rollout: () =>
    rollOut({
      ...rolloutDefaults,
      devices: Number(values.devices || rolloutDefaults.devices),
      mqttDevices: Number(values.mqtt || rolloutDefaults.mqttDevices),
      minutes: Number(process.env['ROLLOUT_MINUTES'] ?? rolloutDefaults.minutes),
    }),
  clients: () => tryClients({ examples: Number(values.examples) }),
  recipes: () => killRecipes({ devices: Number(values.devices || recipeDefaults.devices) }),
  time: () => tryTimes({ packings: Number(values.packings), lives: Number(values.lives) }),
  icu: testUnderIcu,
  firefox: walkInFirefox,
  sdks: trySdks,
  tables: importTables,
  wall: () => followLong({ updates: Number(values.updates), perSecond: Number(values.rate || wallDefaults.perSecond) }),
  'wall-events': timeEvents,
  silence: () => fallSilent((line) => void process.stdout.write(`${line}\n`)),
  'disk-full': () => fillDisk((line) => void process.stdout.write(`${line}\n`)),
}

const [name = ''] = positionals
const treatment = treatments[name]
if (treatment === undefined) {
  process.stderr.write(`Which one? npm run hard -- ${Object.keys(treatments).join(' | ')}\n`)
  process.exit(2)
}
const isSound = await treatment()
process.stdout.write(
  isSound === undefined
    ? 'Not run\n'
    : !isSound
      ? 'It did not hold\n'
      : name.startsWith('wall') || ['time', 'icu', 'clients', 'tables', 'sdks', 'firefox'].includes(name)
        ? 'It held\n'
        : 'Nothing acknowledged was lost\n',
)
process.exit(isSound === false ? 1 : 0)
