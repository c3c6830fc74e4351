import type { Page } from '@brigade/contract/paging.ts'
import type { AppLogDetail, AppLogRow, AppLogSearch } from '@brigade/contract/system/log/log.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAppLine, findAppPage } from './app-log.store.ts'

export async function listAppLines({ db, caller }: Ctx, search: AppLogSearch): Promise<Page<AppLogRow>> {
  return { ...(await findAppPage(db, caller, search)), pageNum: search.pageNum, pageSize: search.pageSize }
}

export const getAppLine = async ({ db, caller }: Ctx, id: string): Promise<AppLogDetail> =>
  (await findAppLine(db, caller, id)) ?? refuse('log.unknown')
