import { z } from 'zod'
import { get, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { ListName, SavedFilter, SavedFilterDraft, TableHabits, maxSavedFilters } from './preference.model.ts'

/** Own calls: the table settings and the saved filters of the signed-in account. Part of `sessionApi`. */
export const preferenceCalls = {
  habits: get('/account/habit/list', {
    access: 'signed-in',
    inOpened: true,
    summary: { en: 'Own table settings', zh: '我的表格习惯' },
    query: noInput,
    reply: z.record(z.string(), TableHabits),
  }),
  saveHabits: post('/account/habit/save', {
    access: 'signed-in',
    inOpened: true,
    summary: { en: 'Save own table settings', zh: '保存表格习惯' },
    body: z.strictObject({ list: ListName, habits: TableHabits }),
    reply: nothing,
    log: false,
  }),
  savedFilters: get('/account/filter/list', {
    access: 'signed-in',
    inOpened: true,
    summary: { en: 'Own saved filters of a list', zh: '我保存的筛选' },
    query: z.strictObject({ list: ListName }),
    reply: z.array(SavedFilter),
  }),
  saveFilter: post('/account/filter/save', {
    access: 'signed-in',
    summary: { en: 'Save a filter under a name', zh: '保存筛选' },
    description: `A name that is there already, in capitals or not, gets the new query. At most ${maxSavedFilters} a list.`,
    body: SavedFilterDraft,
    reply: z.object({ id: Id }),
  }),
  removeFilter: post('/account/filter/remove', {
    access: 'signed-in',
    summary: { en: 'Remove a saved filter', zh: '删除保存的筛选' },
    body: z.strictObject({ id: Id }),
    reply: nothing,
  }),
} as const
