import { readFileSync, readdirSync } from 'node:fs'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { load, loadedFolder, sizesOf } from '../load.ts'
import type { Figure } from '../run.ts'
import { durableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'

type Search = RequestOf<typeof importExportCalls.oven.export>

const maxGrowthMb = 256
const mapMs = 1000
const sampleMs = 200

/** The one process that we started. */
function childOf(parent: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const isOurs = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status)
      if (isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('role-process')) return Number(pid)
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error('No process of ours')
}

const rssMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Reads a file to its end; how long that took, how large it was, and the most memory the process had meanwhile. */
async function drain(url: string, token: string, pid: number) {
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, rssMb(pid))
  }, sampleMs)
  const started = performance.now()
  const response = await fetch(url, { headers: { authorization: token } })
  if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status}`)
  let bytes = 0
  let lines = 0
  for await (const chunk of response.body) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
  }
  clearInterval(watch)
  return { seconds: (performance.now() - started) / 1000, bytes, lines, most }
}

/** Exports of a large fleet through HTTP, by the memory they take; and the map of the same fleet. */
export async function measure(): Promise<readonly Figure[]> {
  const sizes = sizesOf(process.env)
  await using app = await durableApp(loadedFolder(sizes))
  await load(app.settings.databaseUrl ?? '', sizes)
  await app.pool.query(`delete from account where account like 'test-%'`)
  const { token } = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const pid = childOf(process.pid)
  const figures: Figure[] = []
  // A small export runs first, because memory that a process keeps after its first export is no growth.
  await drain(addressOf(api.url, importExportCalls.oven.export, { format: 'csv', keyword: 'BX1021' }), token, pid)
  for (const [name, search] of [
    ['csv', { format: 'csv' }],
    ['xlsx', { format: 'xlsx' }],
    ['csv by name, online ones', { format: 'csv', sort: 'name', online: 'true' }],
  ] as const satisfies readonly (readonly [string, Search])[]) {
    const before = rssMb(pid)
    const took = await drain(addressOf(api.url, importExportCalls.oven.export, search), token, pid)
    const rows = search.format === 'csv' ? took.lines - 1 : undefined
    const rate =
      rows === undefined ? '' : `, ${rows.toLocaleString('en')} rows, ${Math.round(rows / took.seconds)} a second`
    figures.push({
      name: `export of all ovens of ${sizes.devices.toLocaleString('en')} devices, ${name}${rate}: ${took.seconds.toFixed(1)} s, ${Math.round(took.bytes / 1_048_576)} MB; growth of the process`,
      measured: `${Math.round(took.most - before)} MB`,
      against: `${maxGrowthMb} MB`,
      ratio: (took.most - before) / maxGrowthMb,
      goal: 'at most 1',
    })
  }
  for (const [name, query] of [
    ['without a filter', {}],
    ['of one province', { province: '330000' }],
    ['of ovens that are online', { online: 'true' }],
    ['of a product name', { keyword: '面包房' }],
  ] as const) {
    const took: number[] = []
    for (let time = 0; time < 7; time += 1) {
      const started = performance.now()
      const response = await fetch(addressOf(api.url, deviceCalls.oven.map, query), {
        headers: { authorization: token },
      })
      await response.arrayBuffer()
      took.push(performance.now() - started)
    }
    figures.push({
      name: `map ${name}`,
      measured: `${Math.round(percentile(took, 0.5))} ms`,
      against: `${mapMs} ms`,
      ratio: percentile(took, 0.5) / mapMs,
      goal: 'at most 1',
    })
  }
  return figures
}
