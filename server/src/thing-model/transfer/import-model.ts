import { compareModels } from '@brigade/contract/thing-model/compare-models.ts'
import type { ModelImport, ModelImported } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import {
  fromModelFiles,
  modelFileProblems,
  type ModelFileIssue,
  type ModelFileKind,
} from '@brigade/contract/thing-model/transfer/read-model-files.ts'
import { writtenIn } from '@brigade/contract/thing-model/transfer/as-written.ts'
import type { z } from 'zod'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { lockProduct } from '../draft.store.ts'
import { currentDraft } from '../drafts.ts'
import { saveDraft } from '../edit-draft.ts'
import { findWritten } from '../thing-model.store.ts'
import { readModelUpload } from './model-upload.ts'

type ImportCtx = Pick<Ctx, 'db' | 'clock' | 'caller' | 'locale'>

/** The content of a file replaces the draft's functions, or their registers: all of it or nothing. */
export async function importModel(
  ctx: ImportCtx,
  { productId, dryRun }: z.output<typeof ModelImport>,
  upload: Upload,
): Promise<ModelImported> {
  await requirePlatformStaff(ctx)
  const { files, issues } = await readModelUpload(upload)
  return transaction(ctx.db, async (trx) => {
    if ((await lockProduct(trx, productId)) === undefined) refuse('product.unknown')
    const { model: before, published } = await currentDraft(trx, productId)
    const read = fromModelFiles(files, before)
    const problems = [...issues, ...(read.ok || (files.length === 0 && issues.length > 0) ? [] : read.issues)].slice(
      0,
      maxProblems,
    )
    if (problems.length > 0 || !read.ok) {
      if (!dryRun) refuse('thingModel.badFile', undefined, { fields: fieldsOf(problems) })
      return { found: nothingFound, changes: [], problems: modelFileProblems(problems, ctx.locale) }
    }
    const { model } = read
    const changes = compareModels(before, model).map((change) => ({
      ...change,
      // A model that was never published is not in use.
      breaking: published === undefined ? [] : [...change.breaking],
    }))
    if (!dryRun) {
      // A file with registers alone is added to the existing functions.
      const besides = read.profile === undefined ? await findWritten(trx, productId) : {}
      const written = { ...besides, ...writtenIn(files) }
      await saveDraft(trx, { productId, model, written, accountId: ctx.caller.accountId, at: ctx.clock.now() })
    }
    return { found: foundIn(model, read.kinds), changes, problems: [] }
  })
}

/** Limit of reported problems for one file. */
const maxProblems = 1000

/** Each problem with its place: the file within a ZIP, and the path in its document. */
function fieldsOf(issues: readonly ModelFileIssue[]): Record<string, TextRef> {
  const inChinese = modelFileProblems(issues, 'zh')
  const fields = modelFileProblems(issues, 'en').map(({ file, path, message }, index): [string, TextRef] => [
    file === '' ? path : path === '' ? file : `${file}: ${path}`,
    textRef('thingModel.fileProblem', { en: message, zh: inChinese[index]?.message ?? message }),
  ])
  return Object.fromEntries(fields)
}

const nothingFound = { properties: 0, events: 0, services: 0, registers: 0, modules: 0 } as const

/** A register document contains registers only: the functions stay. */
function foundIn({ properties, events, services, modules }: ThingModel, kinds: readonly ModelFileKind[]) {
  const registers = kinds.includes('registers') ? properties.filter(({ modbus }) => modbus !== undefined).length : 0
  if (kinds.every((kind) => kind === 'registers')) return { ...nothingFound, registers }
  return {
    properties: properties.length,
    events: events.length,
    services: services.length,
    registers,
    modules: modules?.length ?? 0,
  }
}
