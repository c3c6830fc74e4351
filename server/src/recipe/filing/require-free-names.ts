import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { TextKey } from '@brigade/contract/catalogue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { findTakenNames, type FiledTable } from './filing.store.ts'

type Named = Readonly<{ names: NamesByLanguage; organisationId: string }>

/** Refuses names that occur twice in one language, each at its field; unchanged names of an edit stay. */
export async function requireFreeNames(
  trx: Transaction,
  table: FiledTable,
  { names, organisationId }: Named,
  before?: Readonly<{ id: string; names: NamesByLanguage }>,
): Promise<void> {
  const kept: Readonly<Record<string, string>> = before?.names ?? {}
  const given = Object.fromEntries(Object.entries(names).filter(([language, name]) => name !== kept[language]))
  const taken = await findTakenNames(trx, table, { names: given, organisationId, exceptId: before?.id ?? null })
  if (taken.length === 0) return
  const fields: Record<string, TextKey> = {}
  for (const language of taken) fields[`names.${language}`] = 'recipe.nameTaken'
  refuse('field.refused', undefined, { fields })
}
