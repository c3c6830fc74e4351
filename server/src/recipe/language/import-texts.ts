import { textFileLimits, type TextsImported } from '@brigade/contract/recipe/language.endpoints.ts'
import type { RecipeContent, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { z } from 'zod'
import { longWork, type Work } from '../../job/long-work.ts'
import { faultsOf, textColumns } from '../../platform/excel/damaged-cells.ts'
import { processInBatches } from '../../job/process-in-batches.ts'
import { readHead } from '../../job/read-input.ts'
import { startJob } from '../../job/start-job.ts'
import type { Db } from '../../platform/db/database.ts'
import { matchHead, scoreOf } from '../../platform/excel/match-head.ts'
import { readTable } from '../../platform/excel/read-table.ts'
import type { TableCell, TableRow } from '../../platform/excel/table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { formatReason } from '../../platform/format-reason.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockDrafts } from '../content/draft.store.ts'
import { rewrite } from '../edit/save-recipe.ts'
import { validateTexts, type TextChange, type TextSheet } from './validate-texts.ts'
import { withTexts } from './save-texts.ts'
import { isLanguageColumn, plainHead, textHeads } from './text-columns.ts'
import { addNames } from './text.store.ts'

const maxListed = 500
const scoreOfTexts = (cells: readonly TableCell[]) => scoreOf(textHeads)(cells.map(plainHead))

function sheetOf(head: readonly TableCell[]): TextSheet {
  const { at, repeated } = matchHead(head.map(plainHead), textHeads)
  if (repeated.length > 0) refuse('job.repeatedColumns', { columns: repeated.join(', ') })
  const keyAt = at.get('key')
  if (keyAt === undefined) return refuse('recipe.noKeyColumn')
  const languagesAt = new Map([...at].filter((entry): entry is [RecipeLanguage, number] => isLanguageColumn(entry[0])))
  if (languagesAt.size === 0) return refuse('recipe.noLanguageColumn')
  return { head, keyAt, languagesAt, rowOf: new Map() }
}

const columnsOf = ({ keyAt, languagesAt }: TextSheet) => textColumns(keyAt, ...languagesAt.values())

/** `dryRun` changes nothing and returns the result; otherwise a job imports. */
export async function importTexts(
  ctx: Ctx,
  { body: { dryRun }, upload }: { body: { dryRun: boolean }; upload: Upload },
): Promise<TextsImported> {
  const rows: TableRow[] = []
  for await (const row of readTable(upload.bytes, textFileLimits, scoreOfTexts)) rows.push(row)
  const [head, ...others] = rows
  if (head === undefined || others.length === 0) return refuse('job.noRows')
  const sheet = sheetOf(head.cells)
  if (!dryRun) {
    const { jobId } = await startJob(ctx, importTextsWork, {}, { fileName: upload.name, input: upload })
    return { jobId, changes: [], changed: 0, refused: [] }
  }
  const damaged = others.map((row) => faultsOf(row, head.cells, columnsOf(sheet)))
  const sound = others.filter((_, index) => damaged[index]?.length === 0)
  const validated = await validateTexts(ctx.db, ctx.caller, sheet, sound)
  const refused = [
    ...damaged.flat(),
    ...validated.refused.map(({ row: { row }, column, why }) => ({ row, column, why })),
  ].toSorted((a, b) => a.row - b.row)
  const { changes } = validated
  return {
    jobId: null,
    changes: changes
      .slice(0, maxListed)
      .map(({ row, key, language, before, after }) => ({ row, key, language, before, after })),
    changed: changes.length,
    refused: refused
      .slice(0, maxListed)
      .map(({ row, column, why }) => ({ row, column, why: formatReason(why, ctx.locale) })),
  }
}

/** Rows before the checkpoint are validated again, because later ones may repeat them. The progress counts texts. */
export const importTextsWork = longWork({
  kind: 'recipe.import-texts',
  access: 'recipe:import',
  params: z.object({}),
  async run(work) {
    const { head, total } = await readHead(work, scoreOfTexts)
    const sheet = sheetOf(head)
    await processInBatches(
      work,
      { head, total, score: scoreOfTexts, columns: columnsOf(sheet) },
      async (rows) => void (await validateTexts(work.db, work.caller, sheet, rows)),
      async (trx, rows) => {
        const { changes, refused } = await validateTexts(trx, work.caller, sheet, rows)
        await putTexts(trx, work, changes)
        const added = changes.filter(({ before }) => before === '').length
        const erased = changes.filter(({ after }) => after === '').length
        return {
          refused: refused.map(({ row: { row, cells }, column, why }) => ({ row, cells, column, why })),
          failed: new Set(refused.map(({ row: { row } }) => row)).size,
          added,
          updated: changes.length - added - erased,
          erased,
        }
      },
    )
  },
})

async function putTexts(trx: Db, { caller, clock }: Work, changes: readonly TextChange[]): Promise<void> {
  const at = clock.now()
  const ofRecipes = Map.groupBy(
    changes.filter(({ target }) => target.of === 'recipe'),
    ({ id }) => id,
  )
  for (const draft of await lockDrafts(trx, caller, [...ofRecipes.keys()])) {
    const content = (ofRecipes.get(draft.id) ?? []).reduce(withText, draft.content)
    await rewrite(trx, draft, content, { at })
  }
  for (const { target, id, language, after } of changes)
    if (target.of !== 'recipe')
      await addNames(trx, target.of === 'category' ? 'recipeCategory' : 'ingredient', {
        id,
        names: { [language]: after },
        at,
      })
}

function withText(content: RecipeContent, { target, language, after }: TextChange): RecipeContent {
  if (target.of !== 'recipe') return content
  const texts = content.texts[language] ?? { name: '', description: '', stages: {} }
  if (target.text === 'name') return withTexts(content, language, { ...texts, name: after })
  if (target.text === 'description') return withTexts(content, language, { ...texts, description: after })
  const stage = target.text.slice('stages.'.length)
  return withTexts(content, language, { ...texts, stages: { ...texts.stages, [stage]: after } })
}
