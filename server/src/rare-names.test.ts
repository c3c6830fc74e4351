import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { readTable } from './platform/excel/read-table.ts'
import { make } from './testing/make.ts'
import { addressOf, startTestApp, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

/** Names as long as they may be, of Han characters that a program stores as two: what is taken by a form goes out and comes in again. */

/** Outside the first plane; each name is another one. */
const rare = (length: number, from: number): string =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x20000 + from * 100 + at)).join('')

let app: TestApp
let token: string
let organisationId: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  ;({ id: organisationId } = await make.organisation(app, { name: 'Kitchen' }))
})
after(() => app.stop())

async function fileAt(endpoint: Endpoint, input: object): Promise<Buffer> {
  const response = await fetch(addressOf(app.url, endpoint, input), {
    headers: { authorization: token, 'accept-language': 'zh' },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

async function rowsOf(bytes: Buffer): Promise<string[]> {
  const rows: string[] = []
  for await (const { cells } of readTable(bytes, { maxBytes: bytes.length, maxRows: 10_000 }))
    rows.push(JSON.stringify(cells))
  return rows
}

const ended = (id: string) =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token, language: 'en' })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

async function checked(endpoint: Endpoint, bytes: Buffer, format: string, more: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.append(key, value)
  form.append('file', new Blob([Uint8Array.from(bytes)]), `names.${format}`)
  const response = await fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = z.object({ data: JobStarted }).parse(await response.json())
  return ended(data.jobId)
}

type List = Readonly<{
  name: string
  longest: number
  add: () => Promise<unknown>
  exported: Endpoint
  query?: object
  check: Endpoint
  taken: Endpoint
  more?: () => Readonly<Record<string, string>>
}>

const ok = async (answer: Promise<{ status: number; envelope: unknown }>) => {
  const { status, envelope } = await answer
  assert.equal(status, 200, JSON.stringify(envelope))
}
let product: Awaited<ReturnType<typeof make.product>>
const added = (kind: 'oven' | 'cooler', sn: string, from: number) =>
  ok(
    app.ask(
      recordCalls[kind].add,
      { sn, name: rare(60, from), mac: '', note: rare(120, from), productId: product.id },
      { token },
    ),
  )
const installed = async (kind: 'oven' | 'cooler', sn: string, from: number) => {
  product = await make.product(app, { kind })
  await added(kind, sn, from)
  const { list } = (await app.ask(deviceCalls[kind].uninstalled, { keyword: sn }, { token })).envelope.data
  const installation = {
    organisationId,
    place: rare(60, from + 1),
    address: rare(120, from + 2),
    installedAt: '2026-03-01T09:00:00.000Z',
    warrantyDays: 730,
  }
  await ok(app.ask(recordCalls[kind].install, { ids: [list[0]?.id ?? ''], installation }, { token }))
}

const lists: readonly List[] = [
  {
    name: 'customers',
    longest: 60,
    add: () =>
      ok(
        app.ask(
          customerApi.add,
          {
            name: rare(60, 1),
            principal: rare(30, 2),
            contact: rare(40, 3),
            address: rare(120, 4),
            note: rare(120, 5),
          },
          { token },
        ),
      ),
    exported: customerApi.export,
    check: customerApi.checkImport,
    taken: customerApi.import,
  },
  ...(['oven', 'cooler'] as const).flatMap((kind, index): List[] => [
    {
      name: `installed ${kind}s`,
      longest: 60,
      add: () => installed(kind, `RARE-1${index}`, 20 + index * 10),
      exported: importExportCalls[kind].export,
      check: importExportCalls[kind].checkImport,
      taken: importExportCalls[kind].import,
    },
    {
      name: `uninstalled ${kind}s`,
      longest: 60,
      add: async () => {
        product = await make.product(app, { kind })
        await added(kind, `RARE-2${index}`, 50 + index * 10)
      },
      exported: importExportCalls[kind].exportUninstalled,
      check: importExportCalls[kind].checkUninstalledImport,
      taken: importExportCalls[kind].importUninstalled,
    },
  ]),
  {
    name: 'fault codes',
    longest: 60,
    add: async () => {
      product = await make.product(app)
      const words = (length: number, from: number) => ({ en: rare(length, from), zh: rare(length, from + 1) })
      await ok(
        app.ask(
          faultCodeApi.saveCode,
          {
            id: null,
            updatedAt: null,
            productId: product.id,
            identifier: 'Fault',
            code: 'E01',
            severity: 'major',
            category: 'fan',
            name: words(60, 70),
            reason: words(1000, 72),
            remedy: words(1000, 74),
            partNumber: rare(40, 76),
          },
          { token },
        ),
      )
    },
    exported: faultCodeApi.exportCodes,
    check: faultCodeApi.checkCodeImport,
    taken: faultCodeApi.importCodes,
  },
]

for (const { name, longest, add, exported, check, taken, query = {} } of lists)
  test(`the unchanged export of ${name} with the longest names of rare characters is taken by its import, and changes nothing`, async () => {
    await add()
    for (const format of ['xlsx', 'csv'] as const) {
      const bytes = await fileAt(exported, { ...query, format })
      const before = await rowsOf(bytes)
      assert.ok(
        before.some((row) =>
          [...row.matchAll(/[\u{20000}-\u{2ffff}]+/gu)].some(([text]) => [...text].length >= longest),
        ),
      )
      const dryRun = await checked(check, bytes, format, {})
      assert.deepEqual([dryRun.status, dryRun.failed, dryRun.errors], ['succeeded', 0, []], format)
      const { envelope } = await app.ask(taken, { checkedJobId: dryRun.id }, { token })
      const job = await ended(JobStarted.parse(envelope.data).jobId)
      assert.deepEqual([job.status, job.failed], ['succeeded', 0])
      assert.deepEqual(await rowsOf(await fileAt(exported, { ...query, format })), before)
    }
  })
