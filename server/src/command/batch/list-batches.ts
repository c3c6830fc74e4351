import { findText } from '@brigade/contract/catalogue.ts'
import type { BatchDetail, BatchRow, BatchSearch } from '@brigade/contract/command/batch/batch.model.ts'
import { valueOutcomeWords } from '@brigade/contract/command/value-outcomes.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { z } from 'zod'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { countOutcomes, findBatch, listBatchRows } from './batch.store.ts'

export async function getBatch({ db, caller }: Ctx, kind: DeviceKind, id: string): Promise<BatchDetail> {
  const batch = (await findBatch(db, caller, kind, id)) ?? refuse('device.unknownBatch')
  return { ...batch, counts: await countOutcomes(db, id) }
}

export async function listRowsOfBatch(
  { db, caller, locale }: Ctx,
  kind: DeviceKind,
  search: z.output<typeof BatchSearch>,
): Promise<Page<BatchRow>> {
  const { batchId, pageNum, pageSize } = search
  if ((await findBatch(db, caller, kind, batchId)) === undefined) refuse('device.unknownBatch')
  const { list, total } = await listBatchRows(db, caller, batchId, search)
  return {
    list: list.map(({ reason, code, ...row }) => ({ ...row, reason: wordsOf({ ...row, reason, code }, locale) })),
    total,
    pageNum,
    pageSize,
  }
}

type DeviceOutcome = Pick<BatchRow, 'error' | 'byReport' | 'valueOutcomes'> & {
  reason: string | null
  code: number | null
}

/**
 * The reason of a failure, or the evidence of a success without a reply: the key of our words, or the code of the
 * device's reply.
 */
const wordsOf = (outcome: DeviceOutcome, locale: Locale): string =>
  [mainWordsOf(outcome, locale), ...valueOutcomeWords(outcome.valueOutcomes, locale)].filter(Boolean).join(' · ')

function mainWordsOf({ reason, error, byReport, code }: DeviceOutcome, locale: Locale): string {
  const key = reason ?? (byReport ? 'device.byReport' : error === '' ? null : `device.${error}`)
  const text = key === null ? undefined : findText(key)?.[locale]
  if (typeof text === 'string') return text
  if (code === null || code === 200) return ''
  return locale === 'zh' ? `设备返回码 ${code}` : `The device answered ${code}`
}
