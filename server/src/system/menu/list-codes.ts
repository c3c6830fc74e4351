import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { containsTyped } from '@brigade/contract/letters/folded.ts'
import type { CodeOption } from '@brigade/contract/system/menu/menu.model.ts'
import { operationCodes } from '@brigade/contract/system/operation-codes.ts'
import type { Db } from '../../platform/db/database.ts'
import { listStoredMenus } from './menu.store.ts'

const callsOf = (code: string): CodeOption['calls'] =>
  allEndpoints
    .filter(({ access }) => access === code)
    .map(({ method, path, summary }) => ({ method, path, summary: { en: summary.en, zh: summary.zh } }))

/** Operation codes, each with its rows and the calls that require it. */
export async function listCodes(db: Db, keyword: string | undefined): Promise<CodeOption[]> {
  const rowsOf = Map.groupBy(await listStoredMenus(db), ({ operationCode }) => operationCode)
  return [...operationCodes]
    .map(([code, { noun, verb, kinds }]) => ({
      code,
      noun,
      verb,
      kinds: [...kinds],
      rows: (rowsOf.get(code) ?? []).map(({ id, name, enName }) => ({ id, name, enName })),
      calls: callsOf(code),
    }))
    .filter(({ code, noun, verb }) => containsTyped([code, noun.en, noun.zh, verb.en, verb.zh], keyword ?? ''))
}
