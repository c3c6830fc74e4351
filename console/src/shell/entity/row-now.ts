import { call } from '../../platform/call.ts'
import type { TablePage, TableSearch } from '../../ui/data-table/column.ts'
import type { ListOf } from './entity.ts'

const pageSize = 80

/** Reads the present state of one from its list, where no call reads one alone; undefined if it was deleted. All pages are read. */
export const rowNow =
  <R extends { id: string }, T extends TableSearch>(list: ListOf<R, T>) =>
  async (id: string): Promise<R | undefined> => {
    for (let pageNum = 1; ; pageNum += 1) {
      const page: TablePage<R> = await call(list, { pageNum, pageSize }, { quiet: true })
      const found = page.list.find((row) => row.id === id)
      if (found !== undefined || page.list.length < pageSize) return found
    }
  }
