import { hourMs } from '@brigade/contract/time.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testClock } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { z } from 'zod'
import { keepReporting, type Reporter } from '../../e2e/support/reporter.ts'
import { keepSaving, type Saver } from '../../e2e/support/saver.ts'
import { startWholeProgram, type WholeProgram } from '../../e2e/support/whole-program.ts'

/**
 * Tests a full disk: a small file system of its own holds the data folder and is filled while devices report, forms are
 * saved, files uploaded and jobs started. Nothing is acknowledged that is not stored; once there is space everything
 * continues by itself.
 */

const diskMegabytes = 640
const keepFreeMegabytes = 96
const mebibyte = 1_048_576
const recoveredWithinMs = 60_000

/** Returns why it cannot be done here; undefined if it can. */
export function whyNotHere(): string | undefined {
  if (process.platform !== 'linux') return 'a small file system is only made on Linux'
  if (process.getuid?.() !== 0) return 'only root may mount a small file system'
  const folder = mkdtempSync(path.join(os.tmpdir(), 'brigade-mount-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1M', 'tmpfs', folder], { encoding: 'utf8' })
  if (status !== 0) return `a small file system cannot be mounted here: ${stderr.trim()}`
  spawnSync('umount', [folder])
  return undefined
}

const Envelope = z.object({ success: z.boolean(), code: z.number(), msg: z.string().min(2), data: z.unknown() })
type Answer = Readonly<{ status: number; envelope: z.output<typeof Envelope> }>

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
  return { status: response.status, envelope: Envelope.parse(await response.json()) }
}

type Scene = Readonly<{
  program: WholeProgram
  folder: string
  token: string
  devices: readonly { id: string; reporter: Reporter }[]
  saver: Saver
  /** Ids of accepted pictures. */
  pictures: string[]
  refusals: Set<string>
  findings: string[]
}>

/** A PNG of a few dots. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAD0lEQVR4nGM4gQMwDC0JAJwulgGh6TLjAAAAAElFTkSuQmCC',
  'base64',
)

async function uploadPicture({ program, token, pictures, refusals, findings }: Scene): Promise<boolean> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)]), 'me.png')
  const { status, envelope } = await ask(program.url + fileApi.upload.path, {
    method: 'POST',
    headers: { authorization: token, 'accept-language': 'en' },
    body: form,
  })
  if (envelope.success) pictures.push(z.object({ id: z.string() }).parse(envelope.data).id)
  else if (status === 503) refusals.add(`upload: ${status} ${envelope.msg}`)
  else findings.push(`an upload was answered ${status} ${envelope.msg}`)
  return envelope.success
}

/** An export as long work; returns how it ended, or undefined if it was refused. */
async function exportOnce({ program, token, refusals, findings }: Scene): Promise<string | undefined> {
  const headers = { authorization: token, 'accept-language': 'en', 'content-type': 'application/json' }
  const started = await ask(program.url + customerApi.startExport.path, { method: 'POST', headers, body: '{}' })
  if (!started.envelope.success) {
    if (started.status === 503 || started.status === 429)
      refusals.add(`export: ${started.status} ${started.envelope.msg}`)
    else findings.push(`an export was answered ${started.status} ${started.envelope.msg}`)
    return undefined
  }
  const { jobId } = z.object({ jobId: z.string() }).parse(started.envelope.data)
  return until(
    'the export to end',
    async () => {
      const { envelope } = await ask(`${program.url}${jobApi.detail.path}?id=${jobId}`, { headers })
      const job = z.object({ status: z.string() }).safeParse(envelope.data)
      const status = job.success ? job.data.status : 'unknown'
      return ['succeeded', 'failed', 'cancelled'].includes(status) ? status : undefined
    },
    recoveredWithinMs,
  )
}

/** Fills the disk until only this much is free. */
async function fill(folder: string, leaveBytes: number): Promise<void> {
  const file = await open(path.join(folder, 'filler'), 'a')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder)
      const left = bavail * bsize - leaveBytes
      if (left <= 0) return
      await file.write(Buffer.alloc(Math.min(left, mebibyte), 1))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

const reportsOf = ({ devices }: Scene) => devices.reduce((sum, { reporter }) => sum + reporter.acknowledged.size, 0)

async function servesAll(scene: Scene): Promise<void> {
  const [reports, saves] = [reportsOf(scene), scene.saver.acknowledged.length]
  await until('reports to be acknowledged', () => reportsOf(scene) > reports + 100, recoveredWithinMs)
  await until('forms to be saved', () => scene.saver.acknowledged.length > saves + 3, recoveredWithinMs)
  await until('a picture to be taken', () => uploadPicture(scene).catch(() => false), recoveredWithinMs)
  await until(
    'an export to succeed',
    async () => (await exportOnce(scene).catch(() => undefined)) === 'succeeded',
    recoveredWithinMs,
  )
}

async function verify(scene: Scene): Promise<void> {
  const { program, devices, saver, pictures, token, findings } = scene
  const database = await program.openDatabase()
  try {
    const { db } = database
    for (const { id, reporter } of devices) {
      const acknowledged = [...reporter.acknowledged]
      const rows = await db.selectFrom('deviceHistory').select('reportedAt').where('deviceId', '=', id).execute()
      const there = new Set(rows.map((row) => Date.parse(row.reportedAt)))
      const missing = acknowledged.filter((time) => !there.has(time)).length
      if (missing > 0) findings.push(`${missing} of ${acknowledged.length} acknowledged reports are missing`)
      if (there.size !== rows.length) findings.push('a report is there twice')
    }
    const names = (await db.selectFrom('organisation').select('name').execute()).map(({ name }) => name)
    const missing = saver.acknowledged.filter((name) => names.filter((each) => each === name).length !== 1).length
    if (missing > 0)
      findings.push(`${missing} of ${saver.acknowledged.length} acknowledged saves are missing or doubled`)
    // Reads every page of every table: a page that does not match its checksum fails.
    const tables = await sql<{
      name: string
    }>`select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
      db,
    )
    for (const { name } of tables.rows) await sql`select count(t.*) from ${sql.raw(name)} t`.execute(db)
  } finally {
    await database.close()
  }
  for (const id of pictures) {
    const response = await fetch(`${program.url}${fileApi.read.path}?id=${id}`, { headers: { authorization: token } })
    if (!response.ok || (await response.arrayBuffer()).byteLength === 0)
      findings.push(`the picture ${id} cannot be read: ${response.status}`)
  }
}

async function treat(scene: Scene, printLine: (line: string) => void): Promise<void> {
  const { folder, saver, refusals, findings, program } = scene
  await servesAll(scene)
  printLine(`Healthy: ${reportsOf(scene)} reports and ${saver.acknowledged.length} saves acknowledged`)

  await fill(folder, (keepFreeMegabytes / 2) * mebibyte)
  // The watcher checks once a second; reports in flight at that moment are acknowledged.
  await wait(2000)
  const atLow = reportsOf(scene)
  await wait(1500)
  if (reportsOf(scene) > atLow) findings.push('reports were acknowledged though there was little room')
  printLine(`Little room: devices wait with their reports (${atLow} acknowledged)`)

  const savedBefore = saver.acknowledged.length
  await fill(folder, 0)
  // On a full disk a database uses its existing space; it ends when its log has no more.
  const fullUntil = performance.now() + 10_000
  while (performance.now() < fullUntil) {
    await fill(folder, 0)
    await uploadPicture(scene).catch((error: unknown) => findings.push(`an upload had no answer: ${String(error)}`))
    await wait(500)
  }
  printLine(
    `Full: ${saver.acknowledged.length - savedBefore} saves still acknowledged; refused: ${[...refusals, ...saver.refusals.keys()].join('; ') || 'nothing'}`,
  )
  if (reportsOf(scene) > atLow) findings.push('reports were acknowledged on a full disk')
  for (const refusal of saver.refusals.keys())
    if (!refusal.startsWith('503 ')) findings.push(`a save was answered ${refusal}`)
  if (![...refusals].some((refusal) => refusal.startsWith('upload: 503 ')))
    findings.push('no upload was refused on the full disk')

  await rm(path.join(folder, 'filler'))
  const madeAt = performance.now()
  await servesAll(scene)
  printLine(`Room again: all goes on after ${((performance.now() - madeAt) / 1000).toFixed(1)} s`)
  const restarts = program.output().match(/A process ended/g)?.length ?? 0
  if (restarts > 3) findings.push(`processes ended ${restarts} times`)
}

/** Returns whether it held, undefined if it was not run, and prints its observations. */
export async function fillDisk(printLine: (line: string) => void): Promise<boolean | undefined> {
  const reason = whyNotHere()
  if (reason !== undefined) {
    printLine(reason)
    return undefined
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'brigade-disk-'))
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}M,mode=755`, 'tmpfs', folder])
  const findings: string[] = []
  try {
    const program = await startWholeProgram(path.join(folder, 'data'), { KEEP_FREE_MB: String(keepFreeMegabytes) })
    const made = await withRows(program)
    const scene: Scene = {
      program,
      folder,
      token: made.token,
      devices: made.triples.map(({ id, triple }) => ({
        id,
        reporter: keepReporting(program.mqttPort, triple, Date.now() - hourMs),
      })),
      saver: keepSaving(program.url, made.token, 'Saved'),
      pictures: [],
      refusals: new Set(),
      findings,
    }
    try {
      await treat(scene, printLine)
      await Promise.all([scene.saver.stop(), ...scene.devices.map(({ reporter }) => reporter.stop())])
      await verify(scene)
    } finally {
      await Promise.all([scene.saver.stop(), ...scene.devices.map(({ reporter }) => reporter.stop())])
      await program.stop()
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
  for (const finding of new Set(findings)) printLine(`NOT HELD: ${finding}`)
  return findings.length === 0
}

async function withRows(program: WholeProgram) {
  const database = await program.openDatabase()
  try {
    const app = { db: database.db, clock: testClock(), settings: program.settings, madeProducts: new Map() }
    const triples = []
    for (const sn of ['FULL0001', 'FULL0002', 'FULL0003']) {
      const { id, productKey, secret } = await make.device(app, { sn })
      triples.push({ id, triple: { productKey, deviceName: sn, deviceSecret: secret } })
    }
    return { triples, token: (await make.account(app, { role: 'administrator' })).token }
  } finally {
    await database.close()
  }
}
