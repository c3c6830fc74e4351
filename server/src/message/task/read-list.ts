import { nameCellFault } from '@brigade/contract/cell-fault.rules.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { messageLimits } from '@brigade/contract/message/message.model.ts'
import { messageText } from '@brigade/contract/message/message.text.ts'
import { nameLengths, type Audience, type ListRead } from '@brigade/contract/message/task.model.ts'
import { formatText } from '@brigade/contract/text.ts'
import { faultOf as faultOfCell, textColumns } from '../../platform/excel/damaged-cells.ts'
import { matchHead, scoreOf } from '../../platform/excel/match-head.ts'
import { readTable } from '../../platform/excel/read-table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { formatReason } from '../../platform/format-reason.ts'
import { refuse } from '../../platform/refusal.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { withNumbers } from './app-audience.store.ts'
import { validateNames } from './audience.store.ts'
import { scopeOfPush } from './require-sendable.ts'

type To = Audience['to']
const columns: Readonly<Record<To, Words>> = {
  staff: { en: 'Account', zh: '账号' },
  'app-user': { en: 'Phone or e-mail', zh: '手机号或邮箱' },
}
type Verdict = 'unknown' | 'closed' | 'open'

/** `damage`: how a spreadsheet has changed the name, in the reader's language. */
type Given = { row: number; name: string; damage: string | undefined }

/** The names in a file, and every row that is not a valid receiver, with its reason. Other columns are not read. */
export async function readList(
  ctx: Ctx,
  { body: { taskId, to }, upload }: { body: { taskId?: string | undefined; to: To }; upload: Upload },
): Promise<ListRead> {
  const { locale } = ctx
  const scope = await scopeOfPush(ctx, taskId)
  const most = nameLengths[to]
  const given = await namesIn(upload, columns[to], locale)
  const sound = given
    .filter(({ name, damage }) => (damage ?? faultOf(name, locale, most)) === undefined)
    .map(({ name }) => name)
  const verdicts = await validate(ctx, scope, { to, names: sound })
  const names: string[] = []
  const refused: ListRead['refused'] = []
  const rowOf = new Map<string, number>()
  for (const { row, name, damage } of given) {
    const why = damage ?? faultOf(name, locale, most) ?? reasonOf(verdicts.get(name), rowOf.get(name.toLowerCase()))
    if (why === undefined) {
      names.push(name)
      rowOf.set(name.toLowerCase(), row)
    } else refused.push({ row, name: name.slice(0, most), why })
  }
  return { names, refused }

  function reasonOf(verdict: Verdict | undefined, row: number | undefined): string | undefined {
    if (row !== undefined) return formatText(messageText['message.twiceInList'], locale, { row })
    if (verdict === 'open') return undefined
    const why = verdict === 'closed' ? 'closedAccount' : to === 'staff' ? 'unknownName' : 'unknownPerson'
    return formatText(messageText[`message.${why}`], locale)
  }
}

/** Checks each name within the scope. A disabled person of the phone app is noticed when the push is sent. */
async function validate(
  { db, settings }: Ctx,
  scope: DataScope,
  { to, names }: { to: To; names: readonly string[] },
): Promise<ReadonlyMap<string, Verdict>> {
  if (to === 'staff')
    return new Map((await validateNames(db, scope, names)).map(({ name, verdict }) => [name, verdict]))
  const { unknownNames } = await withNumbers(db, { scope, secretKey: settings.secretKey }, { to, names: [...names] })
  const unknown = new Set(unknownNames)
  return new Map(names.map((name) => [name, unknown.has(name) ? 'unknown' : 'open']))
}

async function namesIn(upload: Upload, column: Words, locale: Ctx['locale']): Promise<Given[]> {
  const limits = { maxBytes: messageLimits.listBytes, maxRows: messageLimits.listed }
  const given: Given[] = []
  let at: number | undefined
  for await (const row of readTable(upload.bytes, limits, scoreOf({ name: column }))) {
    const { cells } = row
    if (at === undefined) {
      at =
        matchHead(cells, { name: column }).at.get('name') ?? refuse('job.missingColumns', { columns: column[locale] })
      continue
    }
    const why = faultOfCell(row, at, textColumns(at))
    const damage = why === undefined ? undefined : formatReason(why, locale)
    given.push({ row: row.row, name: String(cells[at] ?? '').trim(), damage })
  }
  return given.length === 0 ? refuse('job.noRows') : given
}

/** Returns the fault of a text that cannot be a name. */
function faultOf(name: string, locale: Ctx['locale'], most: number): string | undefined {
  if (name === '') return formatText(fieldText['field.required'], locale)
  const fault = nameCellFault(name, most)
  return fault === undefined ? undefined : formatReason(fault, locale)
}
