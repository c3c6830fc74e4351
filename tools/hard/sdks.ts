import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must, mustHave, NotToBeHad, runIn } from './clients/registries.ts'
import { makeWorld, startBench, type Bench, type Trial } from './sdks/bench.ts'
import { capabilities, type Capability } from './sdks/capabilities.ts'
import { NoFunction, startDriver, type Driver } from './sdks/driver.ts'

/** Public SDKs for devices, each unchanged from its registry and driven by its own functions against a whole Brigade: one table. */

const versions = {
  'alibabacloud-iot-device-sdk': '1.2.8',
  'aliyun-iot-device-sdk': '1.0.1',
  'aliyun-iot-linkkit': '1.2.13',
  /** The last one that it was made for. */
  'paho-mqtt': '1.6.1',
} as const

const say = (line: string) => void process.stdout.write(`${line}\n`)
const own = (name: string) => join(import.meta.dirname, 'sdks', name)

/** Returns the command of its driver; throws `NotToBeHad` if it cannot be had. */
type Kit = Readonly<{
  name: string
  version: string
  install: (folder: string) => Promise<readonly string[]>
  /** Known differences, and why they stay. */
  differs: Readonly<Record<string, string>>
}>

async function node(folder: string, name: 'alibabacloud-iot-device-sdk' | 'aliyun-iot-device-sdk') {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const install = ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${versions[name]}`]
  await mustHave('npm', runIn(folder, install))
  await cp(own('drive-node.mjs'), join(folder, 'drive-node.mjs'))
  return [process.execPath, 'drive-node.mjs', name]
}

async function python(folder: string) {
  await mustHave('Python', runIn(folder, ['python3', '-m', 'venv', 'python']))
  const wanted = (['aliyun-iot-linkkit', 'paho-mqtt'] as const).map((name) => `${name}==${versions[name]}`)
  await mustHave('PyPI', runIn(folder, [join(folder, 'python/bin/pip'), 'install', '-q', ...wanted]))
  return [join(folder, 'python/bin/python'), own('drive_linkkit.py')]
}

const registered: readonly Kit[] = [
  {
    name: 'alibabacloud-iot-device-sdk (Node)',
    version: versions['alibabacloud-iot-device-sdk'],
    install: (folder) => node(folder, 'alibabacloud-iot-device-sdk'),
    differs: {},
  },
  {
    name: 'aliyun-iot-device-sdk (Node)',
    version: versions['aliyun-iot-device-sdk'],
    install: (folder) => node(folder, 'aliyun-iot-device-sdk'),
    differs: {},
  },
  {
    name: 'aliyun-iot-linkkit (Python)',
    version: `${versions['aliyun-iot-linkkit']}, paho-mqtt ${versions['paho-mqtt']}`,
    install: python,
    differs: {},
  },
]

/** SDKs from no registry: programs that speak the lines of `driver.ts`, built by a person who has the SDK. */
async function built(): Promise<readonly Kit[]> {
  const folder = process.env['SDK_PROGRAMS']
  if (folder === undefined) return []
  const names = (await readdir(folder)).toSorted()
  return names.map((name) => ({
    name,
    version: 'of SDK_PROGRAMS',
    install: async () => {
      const program = join(folder, name)
      await must(name, runIn(folder, ['test', '-x', program]))
      return [program]
    },
    differs: {},
  }))
}

/** These come from no registry that this program uses. */
const drivenByOthers = ['Link SDK for C 3.0.1, 3.2.0 and 4', 'SDKs for Go', 'SDKs for Java and Android']

type Row = Readonly<{ kit: string; capability: string; result: string; isRight: boolean }>

async function tryOne(kit: Kit, { name, run }: Capability, trial: Trial): Promise<Row> {
  const row = (result: string, isRight: boolean): Row => ({ kit: kit.name, capability: name, result, isRight })
  const differs = kit.differs[name]
  try {
    const how = await run(trial)
    const works = how === 'sdk' ? 'works' : 'works, by publish and subscribe'
    return differs === undefined ? row(works, true) : row(`${works}, and is listed as different: ${differs}`, false)
  } catch (error) {
    if (error instanceof NoFunction) return row('the SDK has no function', true)
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return differs === undefined ? row(`does not work: ${why}`, false) : row(`differs: ${differs}`, true)
  }
}

async function tryKit(kit: Kit, bench: Bench, folder: string): Promise<readonly Row[]> {
  await mkdir(folder)
  const args = await kit.install(folder)
  const { rollout, productSecret, oven, model } = await makeWorld(bench, folder)
  const drivers: Driver[] = []
  const another = () => {
    const driver = startDriver(folder, args, { NODE_EXTRA_CA_CERTS: bench.certificate })
    drivers.push(driver)
    return driver
  }
  const way = { host: '127.0.0.1', port: bench.port, tls: false, ca: bench.certificate, model }
  const trial: Trial = { bench, rollout, productSecret, oven, driver: another(), another, way }
  const rows: Row[] = []
  try {
    for (const capability of capabilities) {
      const row = await tryOne(kit, capability, trial)
      say(`${row.isRight ? ' ' : '!'} ${kit.name}: ${row.capability}: ${row.result}`)
      rows.push(row)
    }
  } finally {
    for (const driver of drivers) await driver.stop()
  }
  return rows
}

function printTable(kits: readonly Kit[], rows: readonly Row[]): void {
  say('')
  say('| SDK | version | capability | result |')
  say('|---|---|---|---|')
  for (const { kit, capability, result } of rows) {
    const version = kits.find(({ name }) => name === kit)?.version ?? ''
    say(`| ${kit} | ${version} | ${capability} | ${result} |`)
  }
}

/** Prints a line for each capability of each SDK; answers whether all that is expected to work does. */
export async function trySdks(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'brigade-sdks-'))
  const only = process.env['SDKS_ONLY']
  const kits = [...registered, ...(await built())].filter(({ name }) => only === undefined || name.startsWith(only))
  const bench = await startBench(folder)
  const rows: Row[] = []
  try {
    for (const [index, kit] of kits.entries()) {
      try {
        rows.push(...(await tryKit(kit, bench, join(folder, String(index)))))
      } catch (error) {
        if (!(error instanceof NotToBeHad)) throw error
        rows.push({ kit: kit.name, capability: 'all', result: `not run: ${error.message}`, isRight: true })
      }
    }
  } finally {
    await bench.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const kit of process.env['SDK_PROGRAMS'] === undefined ? drivenByOthers : [])
    rows.push({
      kit,
      capability: 'all',
      result: 'not run: no program of SDK_PROGRAMS drives it',
      isRight: true,
    })
  printTable(kits, rows)
  return rows.every(({ isRight }) => isRight)
}
