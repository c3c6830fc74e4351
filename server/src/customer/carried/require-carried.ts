import type { Words } from '@brigade/contract/locale.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { carriedBy, type Moment } from './carried-state.ts'
import { holdLists, listModelsById } from './carried.store.ts'

/** A device of a model that an organisation is to get: by a sale, an assignment or a transfer. */
export type Sale = Readonly<{ productId: string; organisationId: string; organisation: string }>

const keyOf = ({ productId, organisationId }: Pick<Sale, 'productId' | 'organisationId'>) =>
  `${organisationId} ${productId}`

/**
 * The reasons why devices may not come to organisations, for each sale: a model that was withdrawn from an
 * organisation, or from one above it, is not sold, assigned or transferred to it after its sell-off (administration.md,
 * Organisations). The lists stay locked until the transaction ends; lock the organisations first.
 */
export async function refusalsOfSales(
  trx: Db,
  sales: readonly Sale[],
  moment: Moment,
): Promise<(sale: Pick<Sale, 'productId' | 'organisationId'>) => TextRef | undefined> {
  if (sales.length === 0) return () => undefined
  await holdLists(trx, { toChange: false })
  const standing = await carriedBy(
    trx,
    sales.map(({ organisationId }) => organisationId),
    moment,
  )
  const refused = sales.filter((sale) => standing(sale.organisationId, sale.productId).state === 'ended')
  const models = await listModelsById(trx, [...new Set(refused.map(({ productId }) => productId))])
  const names = new Map(models.map(({ id, name, enName }) => [id, { zh: name, en: enName } satisfies Words]))
  const why = new Map(
    refused.map((sale) => {
      const model = names.get(sale.productId) ?? { en: '', zh: '' }
      return [keyOf(sale), textRef('customer.notCarried', { organisation: sale.organisation, model })]
    }),
  )
  return (sale) => why.get(keyOf(sale))
}

/** Refuses at a field if the organisation may not get devices of one of these models. */
export async function requireCarried(
  trx: Db,
  { id, name }: Readonly<{ id: string; name: string }>,
  productIds: readonly string[],
  moment: Moment,
  field: string,
): Promise<void> {
  const sales = [...new Set(productIds)].map((productId) => ({ productId, organisationId: id, organisation: name }))
  const whyNot = await refusalsOfSales(trx, sales, moment)
  const [why] = sales.flatMap((sale) => whyNot(sale) ?? [])
  if (why !== undefined) refuse('field.refused', undefined, { fields: { [field]: why } })
}
