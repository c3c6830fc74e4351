import { fieldText } from '@brigade/contract/field.text.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { messageLimits } from '@brigade/contract/message/message.model.ts'
import { messageText } from '@brigade/contract/message/message.text.ts'
import { mostNameLength, type ListRead } from '@brigade/contract/message/task.model.ts'
import { say } from '@brigade/contract/text.ts'
import { matchHead } from '../../platform/excel/match-head.ts'
import { readTable } from '../../platform/excel/read-table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { judgeNames } from './audience.store.ts'
import { scopeOfPush } from './require-sendable.ts'

const account: Words = { en: 'Account', zh: '账号' }

type Given = { row: number; name: string }

/** The names of a file, and every row that a push cannot be sent to with its reason. Columns beside the one of the names are not read. */
export async function readList(
  ctx: Ctx,
  { body: { taskId }, upload }: { body: { taskId?: string | undefined }; upload: Upload },
): Promise<ListRead> {
  const { db, locale } = ctx
  const scope = await scopeOfPush(ctx, taskId)
  const given = await namesIn(upload, account[locale])
  const judged = new Map<string, 'unknown' | 'closed' | 'open'>()
  const sound = given.filter(({ name }) => faultOf(name, locale) === undefined)
  for (const { name, verdict } of await judgeNames(
    db,
    scope,
    sound.map(({ name }) => name),
  ))
    judged.set(name, verdict)
  const names: string[] = []
  const refused: ListRead['refused'] = []
  const rowOf = new Map<string, number>()
  for (const { row, name } of given) {
    const why = faultOf(name, locale) ?? reasonOf(judged.get(name), rowOf.get(name.toLowerCase()))
    if (why === undefined) {
      names.push(name)
      rowOf.set(name.toLowerCase(), row)
    } else refused.push({ row, name: name.slice(0, mostNameLength), why })
  }
  return { names, refused }

  function reasonOf(verdict: 'unknown' | 'closed' | 'open' | undefined, row: number | undefined): string | undefined {
    if (row !== undefined) return say(messageText['message.twiceInList'], locale, { row })
    if (verdict === 'open') return undefined
    return say(messageText[verdict === 'closed' ? 'message.closedAccount' : 'message.unknownName'], locale)
  }
}

async function namesIn(upload: Upload, column: string): Promise<Given[]> {
  const limits = { maxBytes: messageLimits.listBytes, maxRows: messageLimits.listed }
  const given: Given[] = []
  let at: number | undefined
  for await (const { row, cells } of readTable(upload.bytes, limits)) {
    if (at === undefined)
      at = matchHead(cells, { account }).at.get('account') ?? refuse('job.missingColumns', { columns: column })
    else given.push({ row, name: String(cells[at] ?? '').trim() })
  }
  return given.length === 0 ? refuse('job.noRows') : given
}

/** What is no name at all. */
function faultOf(name: string, locale: Ctx['locale']): string | undefined {
  if (name === '') return say(fieldText['field.required'], locale)
  if (name.length > mostNameLength) return say(fieldText['field.tooLong'], locale, { max: mostNameLength })
  return name.includes('\0') || !name.isWellFormed() ? say(fieldText['field.invalid'], locale) : undefined
}
