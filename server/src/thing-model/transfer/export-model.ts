import { modelFileLimits, type ModelFormat } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { modelFilesOf } from '@brigade/contract/thing-model/transfer/model-files.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { writeArchive } from '../../platform/zip/write-archive.ts'
import { findProduct } from '../draft.store.ts'
import { currentDraft, requireDraftReader } from '../drafts.ts'
import { findPublished, findWritten, listVersions } from '../thing-model.store.ts'

type ExportCtx = Pick<Ctx, 'db' | 'caller' | 'locale'>
type ExportRequest = Readonly<{ productId: string; version?: number | 'draft' | undefined; format: ModelFormat }>

/** One document, or a ZIP of them; named after the product and the version. */
export async function exportModel(ctx: ExportCtx, { productId, version, format }: ExportRequest): Promise<FileAnswer> {
  const { productKey } = (await findProduct(ctx.db, productId)) ?? refuse('product.unknown')
  const { model, written, name } = await modelOf(ctx, productId, version)
  const profile = version === 'draft' ? { productKey } : { productKey, version: name }
  const files = modelFilesOf(model, profile, ctx.locale, format, written).map((file) => ({
    ...file,
    bytes: bytesOf(file.json),
  }))
  const [first] = files
  const base = `${productKey}-${name}${format === 'alink' || format === 'zip' ? '' : `-${format}`}`
  if (format === 'zip' || format === 'bundle' || first === undefined)
    return { body: writeArchive(files), mediaType: 'application/zip', fileName: `${base}.zip` }
  return { body: first.bytes, mediaType: 'application/json', fileName: `${base}.json` }
}

async function modelOf(
  ctx: ExportCtx,
  productId: string,
  version: number | 'draft' | undefined,
): Promise<{ model: ThingModel; written: AsWritten; name: string }> {
  if (version === 'draft') {
    await requireDraftReader(ctx)
    const written = await findWritten(ctx.db, productId)
    return { model: (await currentDraft(ctx.db, productId)).model, written, name: 'draft' }
  }
  const found = (await findPublished(ctx.db, productId, version)) ?? refuse('thingModel.unpublished')
  const versions = await listVersions(ctx.db, ctx.caller, productId)
  const name = versions.find((row) => row.version === found.version)?.name ?? String(found.version)
  return { model: found.model, written: await findWritten(ctx.db, productId, found.version), name }
}

/** Indented for people, unless it would then exceed the limit of an import. */
function bytesOf(json: unknown): Buffer {
  const readable = Buffer.from(`${JSON.stringify(json, null, 2)}\n`)
  return readable.length <= modelFileLimits.jsonBytes ? readable : Buffer.from(JSON.stringify(json))
}
