import { Readable } from 'node:stream'
import { z } from 'zod'
import { TripleExport } from '@brigade/contract/device/import-export/import-export.model.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { longWork, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { requirePassword } from '../../session/require-password.ts'
import { requireDepartment } from '../list/list-devices.ts'
import { fileNameOf, idsFound } from './export-devices.ts'
import { listTriples } from './triple.store.ts'

/** Alibaba's column names. */
const tripleHeads = ['ProductKey', 'DeviceName', 'DeviceSecret'] as const

const Chosen = TripleExport.omit({ password: true })
type Chosen = z.output<typeof Chosen>

/** Given ids are exported in their order; otherwise one of the two lists in its order, by default the device list. */
function idsOf(work: Work, kind: DeviceKind, { ids, installed, uninstalled }: Chosen) {
  if (ids !== undefined) return [ids]
  const list = { kind, installed: installed !== undefined || uninstalled === undefined }
  return idsFound(work, list, installed ?? uninstalled ?? {})
}

async function* linesOf(work: Work, kind: DeviceKind, chosen: Chosen): AsyncGenerator<string> {
  // Neither SNs nor secrets contain characters that a CSV would have to quote.
  yield `${tripleHeads.join(',')}\n`
  let done = 0
  for await (const ids of idsOf(work, kind, chosen)) {
    const triples = new Map((await listTriples(work.db, work.caller, kind, ids)).map((triple) => [triple.id, triple]))
    const lines = ids.flatMap((id) => {
      const triple = triples.get(id)
      if (triple === undefined) return []
      return [`${triple.productKey},${triple.sn},${open(work.settings.secretKey, triple.deviceSecret)}\n`]
    })
    yield lines.join('')
    done += ids.length
    await work.progress({ done })
  }
}

/** The file belongs to its person alone, as every job's does. */
export const exportTriples = longWork({
  kind: 'device.export-triples',
  access: ({ kind }) => `${kind}:secret`,
  params: z.object({ kind: DeviceKind, chosen: Chosen }),
  async run(work, { kind, chosen }) {
    await work.progress({ done: 0, total: chosen.ids?.length ?? null })
    const file = Readable.from(linesOf(work, kind, chosen), { objectMode: false })
    await work.writeResult(file, tableMediaTypes.csv)
  },
})

/** The scope is checked before the password. */
export async function startTripleExport(
  ctx: Ctx,
  kind: DeviceKind,
  { password, ...chosen }: TripleExport,
): Promise<{ jobId: string }> {
  const { ids, installed, uninstalled } = chosen
  if (ids !== undefined && (await listTriples(ctx.db, ctx.caller, kind, ids)).length < new Set(ids).size)
    return refuse('device.unknown')
  await requireDepartment(ctx, installed ?? uninstalled ?? {})
  await requirePassword(ctx, password)
  const list = { kind, installed: uninstalled === undefined }
  const fileName = fileNameOf(ctx, list, ctx.locale === 'zh' ? '-三元组.csv' : '-triples.csv')
  return startJob(ctx, exportTriples, { kind, chosen }, { fileName })
}
