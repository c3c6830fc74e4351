import { z } from 'zod'
import type { ModelSource, ServiceBrief } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { NodeType } from '@brigade/contract/product/product.model.ts'
import type { ServiceFunction, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { currentDraft, requireDraftReader } from './drafts.ts'
import { findProduct } from './draft.store.ts'
import { findLastCall } from './model-use.store.ts'
import { publishedModel } from './published-models.ts'

type Reader = Pick<Ctx, 'db' | 'caches' | 'caller'>
type SourceQuery = z.output<typeof ModelSource>

/** The model that a read uses: the latest published one from memory, or the draft for those who may see drafts. */
async function modelOfSource(ctx: Reader, { productId, source }: SourceQuery): Promise<ThingModel> {
  if (source === 'published') {
    return ((await publishedModel(ctx, productId)) ?? refuse('thingModel.unpublished')).model
  }
  await requireDraftReader(ctx)
  if ((await findProduct(ctx.db, productId)) === undefined) refuse('product.unknown')
  return (await currentDraft(ctx.db, productId)).model
}

/** Functions as the calls answer them: with the node type of their product. */
export async function listFunctions<F extends object>(
  ctx: Reader,
  query: SourceQuery,
  of: (model: ThingModel) => readonly F[],
): Promise<(F & { nodeType: NodeType })[]> {
  const [model, product] = await Promise.all([modelOfSource(ctx, query), findProduct(ctx.db, query.productId)])
  const { nodeType } = product ?? refuse('product.unknown')
  return of(model).map((definition) => ({ ...definition, nodeType }))
}

export const serviceBriefs = ({ services }: ThingModel): readonly z.output<typeof ServiceBrief>[] =>
  services.map(({ identifier, name, callType, inputData, outputData }) => ({
    identifier,
    name,
    callType,
    inputs: inputData.length,
    outputs: outputData.length,
  }))

export async function getProperty(ctx: Reader, query: SourceQuery & { identifier: string }) {
  const found = await listFunctions(ctx, query, (model) =>
    [findProperty(model, query.identifier)].flatMap((one) => one ?? []),
  )
  return found[0] ?? refuse('thingModel.noFunction')
}

/** A device may reply with anything. */
const Values = z.record(z.string(), z.json()).catch({})
type Values = z.output<typeof Values>
type Call = { at: string; input: Values; output: Values }

/** A published service with its last successful call on a device of the product that the caller sees. */
export async function getServiceShadow(
  ctx: Reader,
  { productId, identifier, deviceId }: { productId: string; identifier: string; deviceId?: string | undefined },
): Promise<{ service: ServiceFunction; last: Call | null }> {
  const model = await modelOfSource(ctx, { productId, source: 'published' })
  const service = findService(model, identifier) ?? refuse('thingModel.noFunction')
  if (deviceId === undefined) return { service, last: null }
  const found = await findLastCall(ctx.db, ctx.caller, { productId, identifier, deviceId })
  if (found === undefined) return refuse('device.unknown')
  const { last } = found
  return {
    service,
    last: last === null ? null : { at: last.at, input: Values.parse(last.input), output: Values.parse(last.output) },
  }
}
