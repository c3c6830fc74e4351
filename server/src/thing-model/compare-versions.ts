import type {
  ChangeUse,
  Difference,
  FunctionChange,
  VersionRow,
} from '@brigade/contract/thing-model/model-draft.model.ts'
import { missingIn } from '@brigade/contract/thing-model/modbus/missing-in-model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { changesFrom, emptyModel, requireDraftReader } from './drafts.ts'
import { findDraft, findProduct } from './draft.store.ts'
import { countDevices, countUses, type UseQuestion } from './model-use.store.ts'
import { findPublished, listVersions } from './thing-model.store.ts'

type Reader = Pick<Ctx, 'db' | 'caller' | 'clock'>
type VersionPair = Readonly<{ productId: string; before?: number | undefined; after?: number | undefined }>
type Side = { version: VersionRow | null; model: ThingModel }

/** The period that counts as use: product.md, Thing models. */
const usedForMs = 30 * dayMs

/** Compares two models, with the breaking changes of the later one and the users of the changed functions. */
export async function compareVersions(ctx: Reader, { productId, before, after }: VersionPair): Promise<Difference> {
  const { db, caller: scope } = ctx
  if (after === undefined) await requireDraftReader(ctx)
  const product = (await findProduct(db, productId)) ?? refuse('product.unknown')
  const versions = await listVersions(db, scope, productId)
  const sideOf = async (version: number): Promise<Side> => {
    const { model } = (await findPublished(db, productId, version)) ?? refuse('thingModel.unpublished')
    return { version: versions.find((row) => row.version === version) ?? null, model }
  }
  const beforeVersion = before ?? versions[0]?.version
  const was = beforeVersion === undefined ? { version: null, model: emptyModel } : await sideOf(beforeVersion)
  const draft = after === undefined ? ((await findDraft(db, productId)) ?? refuse('thingModel.noDraft')) : undefined
  const is = after === undefined ? { version: null, model: draft?.model ?? emptyModel } : await sideOf(after)
  const changes = changesFrom(was.version === null ? undefined : was.model, is.model)
  const [uses, devices] = await Promise.all([
    usesOf(ctx, productId, { changes, was: was.model, is: is.model }),
    countDevices(db, { scope, productId }),
  ])
  return {
    productId,
    before: was,
    after: is,
    changes: changes.map((change) => ({ ...change, use: uses.get(change) ?? null })),
    missing: draft === undefined ? [] : missingIn(draft.model, product.protocol),
    devices,
    draft: draft === undefined ? null : { updatedAt: draft.updatedAt, updatedBy: draft.updatedBy },
  }
}

type Compared = Readonly<{ changes: readonly FunctionChange[]; was: ThingModel; is: ThingModel }>

async function usesOf(
  { db, caller: scope, clock }: Reader,
  productId: string,
  { changes, was, is }: Compared,
): Promise<ReadonlyMap<FunctionChange, ChangeUse>> {
  const breaking = changes.filter((change) => change.breaking.length > 0)
  const questions = breaking.map((change) => questionOf(change, was, is))
  const uses = await countUses(db, { scope, productId }, questions, clock.now() - usedForMs)
  return new Map(
    breaking.flatMap((change, index) => {
      const use = uses[index]
      return use === undefined ? [] : [[change, use] as const]
    }),
  )
}

function questionOf({ kind, identifier, breaking }: FunctionChange, was: ThingModel, is: ThingModel): UseQuestion {
  // A newly required element cannot have been in use.
  const reasons = breaking.filter(({ reason }) => reason !== 'required')
  if (kind !== 'property') {
    return {
      kind,
      identifier,
      values: reasons.length > 0 ? 'any' : 'none',
      commands: kind === 'service' && reasons.length > 0,
    }
  }
  const before = findProperty(was, identifier)
  const now = findProperty(is, identifier)
  const isOfValues = reasons.some(({ reason }) => reason !== 'readOnly' && reason !== 'step')
  const isOther = now === undefined || reasons.some(({ reason, path }) => reason === 'type' && path === 'dataType')
  return {
    kind,
    identifier,
    values: !isOfValues ? 'none' : isOther ? 'any' : now.dataType,
    commands: reasons.length > 0 && before !== undefined && isWritable(before),
  }
}
