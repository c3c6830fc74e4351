import type { Words } from '@brigade/contract/locale.ts'
import { words, type TextEntry } from '@brigade/contract/text.ts'

type Name = { name: string }
type Count = { count: number }
type Names = { names: string }

/** The words that list, sheet, toasts and removal of an entity use. Those with a question mark stand only where the entity has that part. */
export type EntityWords = Readonly<{
  /** The heading of its list. */
  title: TextEntry
  /** The button above the list; the title of the sheet and its verb too, unless they are others. */
  add: TextEntry
  addTitle?: TextEntry
  addVerb?: TextEntry
  edit: TextEntry
  editTitle: TextEntry
  save: TextEntry
  added: TextEntry<Name>
  saved: TextEntry<Name>
  emptyTitle: TextEntry
  emptyHint: TextEntry
  /** For those who may not add one. */
  emptyHintReader?: TextEntry
  remove?: TextEntry
  removeTitle?: TextEntry<Name>
  removeBody?: TextEntry
  removed?: TextEntry<Name>
  /** The texts that are needed if several can be removed at once. */
  removeManyTitle?: TextEntry<Count>
  removeManyBody?: TextEntry<Names>
  manyRemoved?: TextEntry<Count>
  /** The records of several that stay, and the reasons. */
  staying?: TextEntry<Names & Count>
  /** None of several can be removed. */
  allStay?: TextEntry
}>

/** The sentences that most entities say alike. `one`: "series" and 系列, as they stand within a sentence. */
export const usualWords = (one: Words) =>
  words({
    add: { en: `Add ${one.en}`, zh: `新增${one.zh}` },
    edit: { en: 'Edit', zh: '编辑' },
    editTitle: { en: `Edit ${one.en}`, zh: `编辑${one.zh}` },
    save: { en: 'Save', zh: '保存' },
    added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已新增“${p.name}”` },
    saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `已保存“${p.name}”` },
    remove: { en: 'Delete', zh: '删除' },
    removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除“${p.name}”` },
    removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除“${p.name}”` },
  })
