import { parseArgs } from 'node:util'
import { fillDisk } from './disk-full.ts'
import { killAll, killDefaults } from './kill.ts'

// `npm run hard -- kill` and `npm run hard -- disk-full`: rough handling, in full length. docs/operations.md says what each does.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Reports a second that are asked for. */
    rate: { type: 'string', default: String(killDefaults.perSecond) },
    devices: { type: 'string', default: String(killDefaults.devices) },
    /** Of load a case. */
    seconds: { type: 'string', default: String(killDefaults.seconds) },
  },
})

const treatments: Readonly<Record<string, () => Promise<boolean>>> = {
  kill: () =>
    killAll({
      perSecond: Number(values.rate),
      devices: Number(values.devices),
      seconds: Number(values.seconds),
    }),
  'disk-full': () => fillDisk((line) => void process.stdout.write(`${line}\n`)),
}

const [name = ''] = positionals
const treatment = treatments[name]
if (treatment === undefined) {
  process.stderr.write(`Which one? npm run hard -- ${Object.keys(treatments).join(' | ')}\n`)
  process.exit(2)
}
const isSound = await treatment()
process.stdout.write(isSound ? 'Nothing acknowledged was lost\n' : 'It did not hold\n')
process.exit(isSound ? 0 : 1)
