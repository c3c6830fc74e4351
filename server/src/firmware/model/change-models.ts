import type {
  FirmwareModelChange,
  FirmwareModelDetail,
  FirmwareModelDraft,
  FirmwareModelRow,
  FirmwareModelSearch,
  VersionShare,
} from '@brigade/contract/firmware/firmware.model.ts'
import { modulesOf } from '@brigade/contract/firmware/firmware.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violates } from '../../platform/db/violation.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { Refusal, refuse, textRef } from '../../platform/refusal.ts'
import {
  countShares,
  deleteModel,
  findClaim,
  findClaims,
  findModel,
  findModelIds,
  insertModel,
  isModelInUse,
  listKnownProducts,
  listModels,
  lockModel,
  lockProducts,
  writeModel,
  type StoredModel,
} from './model.store.ts'

/**
 * Firmware belongs to everybody, as products do, so only the platform's own staff changes it, whatever role another
 * account has.
 */
export async function requireFirmwareStaff(ctx: Ctx): Promise<void> {
  if (!(await isPlatformStaff(ctx))) refuse('firmware.platformOnly')
}

export async function listFirmwareModels(
  { db, caller }: Ctx,
  { query }: { query: FirmwareModelSearch },
): Promise<Page<FirmwareModelRow>> {
  const page = await findModelIds(db, query)
  const isOwn = await isPlatformStaff({ db, caller })
  const models = await listModels(
    db,
    caller,
    page.list.map(({ id }) => id),
  )
  return { ...page, list: models.map((model) => rowOf(model, isOwn)) }
}

/** Only the platform's own staff reads which account acted there. */
const rowOf = ({ creatorId, creatorName, versions, ...model }: StoredModel, isOwn: boolean): FirmwareModelRow => ({
  ...model,
  creator: creatorId === null || !isOwn ? null : { id: creatorId, name: creatorName ?? '' },
  current: modulesOf(model).map((module) => {
    const found = versions.find((version) => version.module === module)
    if (found === undefined) return { module, version: null }
    const { module: _module, ...version } = found
    return { module, version }
  }),
})

export async function getFirmwareModel(
  { db, caller }: Ctx,
  { query: { id } }: { query: { id: string } },
): Promise<FirmwareModelDetail> {
  const [model] = await listModels(db, caller, [id])
  if (model === undefined) return refuse('firmware.unknownModel')
  const isOwn = await isPlatformStaff({ db, caller })
  return { ...rowOf(model, isOwn), shares: await listShares({ db, caller }, model) }
}

async function listShares(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  model: Readonly<{ id: string; type: 'single' | 'double'; module: string }>,
): Promise<VersionShare[]> {
  const shares = await countShares(db, caller, { modelId: model.id, modules: modulesOf(model) })
  return shares.map(({ module, version, knownId, number, alias, isCurrent, devices, online }) => ({
    module,
    version,
    known:
      knownId === null
        ? null
        : { id: knownId, number: number ?? '', alias: alias ?? '', isCurrent: isCurrent === true },
    devices,
    online,
  }))
}

export async function getDistribution(
  { db, caller }: Ctx,
  { query: { modelId, module } }: { query: { modelId: string; module?: string | undefined } },
): Promise<{ all: number; shares: VersionShare[] }> {
  const model = (await findModel(db, modelId)) ?? refuse('firmware.unknownModel')
  const all = await listShares({ db, caller }, model)
  const [first] = modulesOf(model)
  const devices = all.filter((share) => share.module === first).reduce((sum, share) => sum + share.devices, 0)
  return { all: devices, shares: module ? all.filter((share) => share.module === module) : all }
}

async function requireProducts({ db }: Ctx, { productIds }: Pick<FirmwareModelDraft, 'productIds'>): Promise<void> {
  const known = await listKnownProducts(db, productIds)
  const at = productIds.findIndex((id) => !known.has(id))
  if (at !== -1) refuse('field.refused', undefined, { fields: { [`productIds.${at}`]: 'firmware.productMissing' } })
}

/**
 * Only one model may have the firmware of a module of a device: with two, its current version would be ambiguous. `id`
 * is the changed model, whose former products may stay.
 */
async function requireUnclaimed(
  trx: Transaction,
  model: Pick<FirmwareModelDraft, 'productIds' | 'type' | 'module' | 'hardwareModel'>,
  id: string | null,
): Promise<void> {
  await lockProducts(trx, model.productIds)
  const before = id === null ? undefined : await findModel(trx, id)
  const isAsBefore = (['type', 'module', 'hardwareModel'] as const).every((field) => before?.[field] === model[field])
  const kept = id === null || !isAsBefore ? new Set<string>() : await findClaim(trx, id)
  const claims = await findClaims(trx, { ...model, id })
  const modules = modulesOf(model)
  const fields = model.productIds.flatMap((productId, at) => {
    if (kept.has(productId)) return []
    const claim = claims.find((one) => one.productId === productId && modulesOf(one).some((of) => modules.includes(of)))
    if (claim === undefined) return []
    const module = modulesOf(claim).find((of) => modules.includes(of)) ?? ''
    return [[`productIds.${at}`, textRef('firmware.productClaimed', { model: claim.name, module })] as const]
  })
  const [first] = fields
  if (first !== undefined)
    throw new Refusal('firmware.productClaimed', first[1].params, { fields: Object.fromEntries(fields) })
}

/** No two models of one code. */
async function refusingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'firmware_model_code'))
      refuse('firmware.codeTaken', undefined, { fields: { code: 'firmware.codeTaken' } })
    throw error
  }
}

export async function addFirmwareModel(ctx: Ctx, { body }: { body: FirmwareModelDraft }): Promise<{ id: string }> {
  await requireFirmwareStaff(ctx)
  await requireProducts(ctx, body)
  const { db, caller, clock } = ctx
  const writing = { creatorId: caller.accountId, at: clock.now() }
  const adding = transaction(db, async (trx) => {
    await requireUnclaimed(trx, body, null)
    return insertModel(trx, body, writing)
  })
  return { id: await refusingTaken(adding) }
}

export async function updateFirmwareModel(ctx: Ctx, { body }: { body: FirmwareModelChange }): Promise<null> {
  await requireFirmwareStaff(ctx)
  await requireProducts(ctx, body)
  const { db, clock } = ctx
  await refusingTaken(
    transaction(db, async (trx) => {
      const model = (await lockModel(trx, body.id)) ?? refuse('firmware.unknownModel')
      if (model.updatedAt !== body.updatedAt) refuse('firmware.changedSince')
      const { hasVersions } = await isModelInUse(trx, body.id)
      const fixed = (['type', 'module', 'hardwareModel'] as const).find((field) => model[field] !== body[field])
      if (hasVersions && fixed !== undefined)
        refuse('firmware.modelFixed', undefined, { fields: { [fixed]: 'firmware.modelFixed' } })
      await requireUnclaimed(trx, body, body.id)
      await writeModel(trx, body, clock.now())
    }),
  )
  return null
}

export async function removeFirmwareModel(ctx: Ctx, { body: { id } }: { body: { id: string } }): Promise<null> {
  await requireFirmwareStaff(ctx)
  await transaction(ctx.db, async (trx) => {
    if ((await lockModel(trx, id)) === undefined) refuse('firmware.unknownModel')
    const { hasVersions, hasTasks } = await isModelInUse(trx, id)
    if (hasVersions || hasTasks) refuse('firmware.modelInUse')
    await deleteModel(trx, id)
  })
  return null
}
