import { Name, recipeLimits, type NamesByLanguage, type RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { nameCellFault, textFault } from '@brigade/contract/cell-fault.rules.ts'
import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import { textsByKey } from '@brigade/contract/recipe/recipe.rules.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { afterImport } from '../../platform/excel/given-cell.ts'
import type { TableCell, TableRow } from '../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../platform/refusal.ts'
import { readDrafts, type Draft } from '../content/draft.store.ts'
import { targetOf, type TextTarget } from './text-columns.ts'
import { listCategoriesByCode, listIdsByCode, listOwnIngredients } from './text.store.ts'

/** The state of one file while its rows are validated. */
export type TextSheet = Readonly<{
  head: readonly TableCell[]
  keyAt: number
  languagesAt: ReadonlyMap<RecipeLanguage, number>
  /** The row that first had a key. */
  rowOf: Map<string, number>
}>

export type TextChange = Readonly<{
  row: number
  key: string
  target: TextTarget
  /** The id of the recipe, category or ingredient. */
  id: string
  language: RecipeLanguage
  before: string
  after: string
}>
export type Refused = Readonly<{ row: TableRow; column: string; why: TextRef }>
export type Validated = Readonly<{ changes: readonly TextChange[]; refused: readonly Refused[] }>

const textAt = (cells: readonly TableCell[], index: number): string => String(cells[index] ?? '').trim()
/** A name is stored in normalised spelling (`Name`), a description as it was entered. */
const isNamed = (target: TextTarget): boolean => target.of !== 'recipe' || target.text === 'name'
const spelled = (text: string, target: TextTarget): string => (isNamed(target) ? text.normalize('NFC') : text)

/** The present value of each text, and its owner. */
type Known = Readonly<{
  drafts: ReadonlyMap<string, Draft>
  names: ReadonlyMap<string, { id: string; names: NamesByLanguage }>
}>

async function readKnown(db: Db, scope: DataScope, targets: readonly TextTarget[]): Promise<Known> {
  const of = (kind: 'recipe' | 'category') =>
    targets.flatMap((target) => (target.of === kind && 'code' in target ? [target.code] : []))
  const ids = targets.flatMap((target) => (target.of === 'ingredient' ? [target.id] : []))
  const idByCode = await listIdsByCode(db, scope, [...new Set(of('recipe'))])
  const [drafts, categories, ingredients] = await Promise.all([
    readDrafts(db, scope, [...idByCode.values()]),
    listCategoriesByCode(db, scope, of('category')),
    listOwnIngredients(db, scope, ids),
  ])
  return {
    drafts: new Map(drafts.map((draft) => [draft.code, draft])),
    names: new Map([
      ...categories.map(({ code, ...row }) => [code, row] as const),
      ...ingredients.map((row) => [`ING-${row.id}`, row] as const),
    ]),
  }
}

type Found = Readonly<{ id: string; textIn: (language: RecipeLanguage) => string }>

function findText({ drafts, names }: Known, key: string, target: TextTarget): Found | undefined {
  if (target.of !== 'recipe') {
    const named = names.get(key)
    return named === undefined ? undefined : { id: named.id, textIn: (language) => named.names[language] ?? '' }
  }
  const draft = drafts.get(target.code)
  if (draft === undefined) return undefined
  const isOfStage = target.text.startsWith('stages.')
  if (isOfStage && !draft.content.stages.some(({ key: stage }) => target.text === `stages.${stage}`)) return undefined
  return { id: draft.id, textIn: (language) => textsByKey(draft.content.texts[language]).get(target.text) ?? '' }
}

function faultOf(text: string, target: TextTarget): TextRef | undefined {
  // A language is there by its names.
  if (text === '' && (target.of !== 'recipe' || target.text === 'name')) return textRef('job.notErasable', undefined)
  const isName = isNamed(target)
  // The length of a text is checked separately, with its own message.
  const fault = (isName ? nameCellFault : textFault)(text, Infinity)
  if (fault !== undefined) return fault
  if (!isName)
    return pointsFit(text, recipeLimits.description) ? undefined : textRef('recipe.descriptionTooLong', undefined)
  return Name.safeParse(text).success ? undefined : textRef('recipe.nameTooLong', undefined)
}

/**
 * Returns every reason against each row, not only the first. An empty cell changes nothing, a hyphen erases. The same
 * rows always get the same answer.
 */
export async function validateTexts(
  db: Db,
  scope: DataScope,
  sheet: TextSheet,
  rows: readonly TableRow[],
): Promise<Validated> {
  const keyed = rows.map((row) => ({ row, key: textAt(row.cells, sheet.keyAt) }))
  const known = await readKnown(
    db,
    scope,
    keyed.flatMap(({ key }) => targetOf(key) ?? []),
  )
  const changes: TextChange[] = []
  const refused: Refused[] = []
  for (const { row, key } of keyed) {
    const target = targetOf(key)
    const found = target === undefined ? undefined : findText(known, key, target)
    const whyNot = keyFault(sheet, key, row.row, found !== undefined)
    if (whyNot !== undefined || target === undefined || found === undefined) {
      refused.push({ row, column: nameAt(sheet, sheet.keyAt), why: whyNot ?? textRef('recipe.keyUnknown', undefined) })
      continue
    }
    const own: TextChange[] = []
    let isSound = true
    for (const [language, index] of sheet.languagesAt) {
      const before = found.textIn(language)
      const after = afterImport(spelled(textAt(row.cells, index), target), before)
      if (after === before) continue
      const why = faultOf(after, target)
      if (why === undefined) own.push({ row: row.row, key, target, id: found.id, language, before, after })
      else {
        isSound = false
        refused.push({ row, column: nameAt(sheet, index), why })
      }
    }
    if (isSound) changes.push(...own)
  }
  return { changes, refused }
}

const nameAt = ({ head }: TextSheet, index: number): string => String(head[index] ?? '')

function keyFault({ rowOf }: TextSheet, key: string, row: number, isKnown: boolean): TextRef | undefined {
  if (key === '') return textRef('field.required', undefined)
  if (!isKnown) return textRef('recipe.keyUnknown', undefined)
  const first = rowOf.get(key) ?? row
  rowOf.set(key, first)
  return first === row ? undefined : textRef('recipe.keyTwice', undefined)
}
