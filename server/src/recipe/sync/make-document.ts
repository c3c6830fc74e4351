import { createHash } from 'node:crypto'
import { smallPictureId } from '@brigade/contract/file/file.model.ts'
import { ovenDocumentFormat, sentStage, type OvenDocument } from '@brigade/contract/recipe/oven-document.model.ts'
import { amountOf } from '@brigade/contract/recipe/measure.rules.ts'
import { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { preheatTargetOf } from '@brigade/contract/recipe/recipe.rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { KeptContent } from '../recipe.tables.ts'
import {
  insertDocument,
  listContents,
  listDocuments,
  nameOfKey,
  type DocumentKey,
  type StoredDocument,
  type StoredVersion,
} from './document.store.ts'

/** Parses the panel languages of an oven, such as `zh,en`; unknown languages are ignored. */
export const panelLanguages = (said: string | null): RecipeLanguage[] => [
  ...new Set(
    (said ?? '').split(',').flatMap((word) => {
      const read = RecipeLanguage.safeParse(word.trim())
      return read.success ? [read.data] : []
    }),
  ),
]

/**
 * The languages of a recipe that an oven gets: those of its panel that the recipe has; if it has none of them, English, then the base
 * language. If the panel reports none, all languages.
 */
export function languagesFor(
  { languages, baseLanguage }: Pick<KeptContent, 'languages' | 'baseLanguage'>,
  panel: readonly RecipeLanguage[],
): RecipeLanguage[] {
  if (panel.length === 0) return [...languages]
  const both = panel.filter((language) => languages.includes(language))
  if (both.length > 0) return both
  return [languages.includes('en') ? 'en' : baseLanguage]
}

const textsOf = (content: KeptContent, languages: readonly RecipeLanguage[]): OvenDocument['texts'] =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const texts = content.texts[language]
      if (texts === undefined) return []
      const stages = content.stages.map(({ key }) => texts.stages[String(key)] ?? '')
      return [[language, { name: texts.name, description: texts.description, stages }]]
    }),
  )

/** The same bytes for the same version, languages and picture. */
function documentOf(
  { code, version, content }: StoredVersion,
  languages: readonly RecipeLanguage[],
  picture: Buffer | null,
): OvenDocument {
  const kept = new Map(content.kept.map((each) => [each.id, each]))
  const named = (id: string) =>
    Object.fromEntries(
      languages.flatMap((language) => {
        const name = kept.get(id)?.names[language]
        return name === undefined ? [] : [[language, name]]
      }),
    )
  const anyName = (id: string) => Object.fromEntries(Object.entries(kept.get(id)?.names ?? {}).slice(0, 1))
  return {
    format: ovenDocumentFormat,
    id: code,
    version,
    languages: [...languages],
    servings: content.servings,
    container: content.container,
    levels: content.levels,
    preheatC: preheatTargetOf(content.preheat, content.stages),
    stages: content.stages.map(sentStage),
    texts: textsOf(content, languages),
    ingredients: content.ingredients.map(({ ingredientId, measure, unit }) => {
      const names = named(ingredientId)
      return {
        names: Object.keys(names).length > 0 ? names : anyName(ingredientId),
        measure,
        unit,
        amount: amountOf({ unit, measure }),
      }
    }),
    picture: picture?.toString('base64') ?? null,
  }
}

/**
 * The documents that the demo's ovens have from their past: by recipe and version, without pictures, in the languages
 * of most panels.
 */
export async function listPlainDocuments(
  db: Db,
  some: readonly Readonly<{ recipeId: string; version: number }>[],
): Promise<ReadonlyMap<string, Readonly<{ id: string; version: number; document: string }>>> {
  const contents = await listContents(db, some)
  return new Map(
    contents.map((one) => [
      `${one.recipeId} ${one.version}`,
      {
        id: one.code,
        version: one.version,
        document: JSON.stringify(documentOf(one, languagesFor(one.content, ['zh', 'en']), null)),
      },
    ]),
  )
}

type Making = Pick<Platform, 'files' | 'clock'>

/** The documents that ovens are to fetch; missing ones are made. */
export async function requireDocuments(
  trx: Db,
  { files, clock }: Making,
  keys: readonly DocumentKey[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const distinct = [...new Map(keys.map((key) => [nameOfKey(key), key])).values()]
  const there = await listDocuments(trx, distinct)
  const missing = distinct.filter((key) => !there.has(nameOfKey(key)))
  if (missing.length === 0) return there
  const contents = await listContents(trx, missing)
  for (const key of missing) {
    const version = contents.find((one) => one.recipeId === key.recipeId && one.version === key.version)
    if (version === undefined) continue
    const { pictureFileId } = version.content
    const picture = pictureFileId === null ? null : await files.get(smallPictureId(pictureFileId))
    const bytes = Buffer.from(JSON.stringify(documentOf(version, key.languages, picture)))
    await insertDocument(trx, key, { bytes, sha256: createHash('sha256').update(bytes).digest() }, clock.now())
  }
  return listDocuments(trx, distinct)
}
