import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { make } from '@brigade/server/testing/make.ts'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { z } from 'zod'
import { must, mustHave, NotToBeHad, runIn } from './clients/registries.ts'
import { casesOf, rowsOf, type Given } from './tables/cases.ts'

/** One sheet of devices, written by the common programs and libraries, each imported over HTTP: every device or refusal is the same. */

const versions = {
  openpyxl: '3.1.5',
  XlsxWriter: '3.2.9',
  excelize: 'v2.9.1',
  poi: '5.4.1',
  jackson: '2.19.2',
  xlsx: '0.18.5',
  exceljs: '4.4.0',
} as const

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Writes `to` from the cells in `from`, both in `folder`; throws `NotToBeHad` if it cannot be had. */
type Writer = Readonly<{
  name: string
  version: string
  write: (folder: string, from: string, to: string) => Promise<unknown>
}>

const own = (name: string) => join(import.meta.dirname, 'tables', name)

async function python(folder: string, packages: readonly string[]): Promise<string> {
  const at = join(folder, 'python')
  await mustHave('Python', runIn(folder, ['python3', '-m', 'venv', at]))
  await mustHave('PyPI', runIn(folder, [join(at, 'bin/pip'), 'install', '-q', ...packages]))
  return join(at, 'bin/python')
}

async function byPython(folder: string, script: string, wanted: string, files: readonly string[]): Promise<void> {
  const program = await python(folder, [wanted])
  await must(script, runIn(folder, [program, own(script), ...files]))
}

async function byNpm(folder: string, program: 'sheetjs' | 'exceljs', wanted: string, files: readonly string[]) {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await mustHave('npm', runIn(folder, ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', wanted]))
  await cp(own('write-npm.mjs'), join(folder, 'write-npm.mjs'))
  await must(program, runIn(folder, [process.execPath, 'write-npm.mjs', program, ...files]))
}

async function byGo(folder: string, files: readonly string[]): Promise<void> {
  await cp(own('write_excelize.go'), join(folder, 'main.go'))
  await mustHave('Go', runIn(folder, ['go', 'mod', 'init', 'writer']))
  await mustHave('Go', runIn(folder, ['go', 'get', `github.com/xuri/excelize/v2@${versions.excelize}`]))
  await must('excelize', runIn(folder, ['go', 'run', '.', ...files]))
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>writer</groupId><artifactId>writer</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.poi</groupId><artifactId>poi-ooxml</artifactId><version>${versions.poi}</version></dependency>
<dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>${versions.jackson}</version></dependency>
</dependencies></project>`

async function byJava(folder: string, files: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'pom.xml'), pom)
  const copied = ['mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=jars']
  await mustHave('Maven', runIn(folder, copied))
  await must('Apache POI', runIn(folder, ['java', '-cp', 'jars/*', own('WritePoi.java'), ...files]))
}

/** A program of the desktop reads a workbook of openpyxl and writes it again, as a person does who opens and stores it. */
async function byDesktop(folder: string, name: string, command: (from: string) => readonly string[], to: string) {
  const [program = ''] = command('')
  await mustHave(name, runIn(folder, ['sh', '-c', `command -v ${program}`]))
  const opened = join(folder, 'opened.xlsx')
  await byPython(folder, 'write_openpyxl.py', `openpyxl==${versions.openpyxl}`, [join(folder, 'rows.json'), opened])
  await mkdir(join(folder, 'stored'))
  await must(name, runIn(folder, command(opened), { env: { HOME: folder } }))
  await cp(join(folder, 'stored/opened.xlsx'), to)
}

const desktop = {
  soffice: (from: string) => ['soffice', '--headless', '--convert-to', 'xlsx', '--outdir', 'stored', from],
  ssconvert: (from: string) => ['ssconvert', from, 'stored/opened.xlsx'],
}

const writers: readonly Writer[] = [
  {
    name: 'openpyxl',
    version: versions.openpyxl,
    write: (folder, from, to) => byPython(folder, 'write_openpyxl.py', `openpyxl==${versions.openpyxl}`, [from, to]),
  },
  {
    name: 'XlsxWriter (polars, pandas)',
    version: versions.XlsxWriter,
    write: (folder, from, to) =>
      byPython(folder, 'write_xlsxwriter.py', `XlsxWriter==${versions.XlsxWriter}`, [from, to]),
  },
  {
    name: 'SheetJS',
    version: versions.xlsx,
    write: (folder, from, to) => byNpm(folder, 'sheetjs', `xlsx@${versions.xlsx}`, [from, to]),
  },
  {
    name: 'exceljs',
    version: versions.exceljs,
    write: (folder, from, to) => byNpm(folder, 'exceljs', `exceljs@${versions.exceljs}`, [from, to]),
  },
  { name: 'excelize', version: versions.excelize, write: (folder, from, to) => byGo(folder, [from, to]) },
  { name: 'Apache POI', version: versions.poi, write: (folder, from, to) => byJava(folder, [from, to]) },
  {
    name: 'LibreOffice',
    version: 'of this machine',
    write: (folder, _from, to) => byDesktop(folder, 'LibreOffice', desktop.soffice, to),
  },
  {
    name: 'Gnumeric',
    version: 'of this machine',
    write: (folder, _from, to) => byDesktop(folder, 'Gnumeric', desktop.ssconvert, to),
  },
]

type Place = Readonly<{ app: TestApp; token: string; given: Given }>

async function importBook({ app, token }: Place, book: Buffer): Promise<JobDetail> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(book)]), 'devices.xlsx')
  const headers = { authorization: token, 'time-zone': 'UTC', 'accept-language': 'en' }
  const { path } = importExportCalls.oven.checkImport
  const response = await fetch(app.url + path, { method: 'POST', headers, body: form })
  const ended = (id: string) =>
    until('a job to end', async () => {
      const job = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
      return job.finishedAt === null ? undefined : job
    })
  const checked = await ended(z.object({ data: JobStarted }).parse(await response.json()).data.jobId)
  if (checked.failed === checked.done) return checked
  const { envelope } = await app.ask(importExportCalls.oven.import, { checkedJobId: checked.id }, { token })
  await ended(envelope.data.jobId)
  return checked
}

/** Lists differences between a workbook and what was imported from it; empty if there are none. */
async function differences(place: Place, prefix: string, book: Buffer): Promise<readonly string[]> {
  const job = await importBook(place, book)
  const { app, token } = place
  const found: string[] = []
  for (const [index, { wanted }] of casesOf(prefix).entries()) {
    const row = index + 2
    const errors = job.errors.filter((error) => error.row === row)
    if ('refusedAt' in wanted) {
      if (!errors.some(({ column }) => column === wanted.refusedAt))
        found.push(`row ${row} is not refused at ${wanted.refusedAt}: ${JSON.stringify(errors)}`)
      continue
    }
    const { list } = (await app.ask(deviceCalls.oven.list, { keyword: wanted.sn, pageSize: 80 }, { token })).envelope
      .data
    const [device] = list.filter(({ sn }) => sn === wanted.sn)
    if (device === undefined) {
      found.push(`row ${row}: no device ${wanted.sn}: ${JSON.stringify(errors)}`)
      continue
    }
    const { note, installedAt } = (await app.ask(deviceCalls.oven.detail, { id: device.id }, { token })).envelope.data
    if (note !== wanted.note) found.push(`row ${row}: note ${JSON.stringify(note)}, not ${JSON.stringify(wanted.note)}`)
    if (Math.abs(Date.parse(installedAt ?? '') - Date.UTC(2026, 2, 31, 23, 59, 59, 999)) > 1000)
      found.push(`row ${row}: installed at ${installedAt}`)
  }
  return found
}

/** Prints a line for each program; returns whether every sheet that could be written was imported unchanged. */
export async function importTables(): Promise<boolean> {
  const app = await startTestApp({ roles: ['api', 'worker'] })
  const base = await mkdtemp(join(tmpdir(), 'brigade-tables-'))
  let isRight = true
  try {
    const { token } = await make.account(app, { role: 'administrator' })
    const organisation = await make.organisation(app, { name: 'Grand Quay Hotel' })
    const { productKey } = await make.product(app, { kind: 'oven' })
    const place = { app, token, given: { productKey, customer: organisation.name } }
    const only = process.env['TABLES_ONLY']
    for (const [index, { name, version, write }] of writers.entries()) {
      if (only !== undefined && !name.startsWith(only)) continue
      const folder = join(base, String(index))
      await mkdir(folder)
      const prefix = `T${index}X`
      const [from, to] = [join(folder, 'rows.json'), join(folder, 'book.xlsx')]
      await writeFile(from, JSON.stringify(rowsOf(prefix, place.given)))
      try {
        await write(folder, from, to)
        const found = await differences(place, prefix, await readFile(to))
        say(`${name} ${version}: ${found.length === 0 ? 'every row as given' : found.join('; ')}`)
        if (found.length > 0) isRight = false
      } catch (error) {
        if (!(error instanceof NotToBeHad)) throw error
        say(`${name}: not run (${error.message})`)
      }
    }
  } finally {
    await app.stop()
    await rm(base, { recursive: true, force: true })
  }
  return isRight
}
