import type { Page } from '@brigade/contract/paging.ts'
import type { AppLogDetail, AppLogRow, AppLogSearch } from '@brigade/contract/system/log/log.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAppLine, findAppPage } from './app-log.store.ts'
import { appOperationWords } from './app-operations.ts'

export async function listAppLines({ db, caller, locale }: Ctx, search: AppLogSearch): Promise<Page<AppLogRow>> {
  const { list, ...counted } = await findAppPage(db, caller, search)
  const rows = list.map((line) => ({ ...line, summary: appOperationWords(line.operation)[locale] }))
  return { list: rows, ...counted, pageNum: search.pageNum, pageSize: search.pageSize }
}

export async function getAppLine({ db, caller, locale }: Ctx, id: string): Promise<AppLogDetail> {
  const line = (await findAppLine(db, caller, id)) ?? refuse('log.unknown')
  return { ...line, summary: appOperationWords(line.operation)[locale] }
}
