import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useCan } from '../../platform/can.ts'
import { download, saveBlob } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import type { BatchAction, RowAction } from '../../ui/data-table/column.ts'
import { editHref, translateHref } from '../recipe-address.ts'
import { ovenText } from '../oven/oven.text.ts'
import { recipeWords } from '../recipe.text.ts'
import { useDuplicate } from '../use-duplicate.ts'
import type { PendingBatch, BatchKind } from './batch-dialogs.tsx'
import { listText } from './list.text.ts'

/** The actions for one recipe and for several. A recipe from above can only be read, duplicated and exported. */
export function useRecipeActions(rows: readonly RecipeRow[], onAsk: (pending: PendingBatch) => void) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const o = useWords(ovenText)
  const locale = useLocale()
  const can = useCan()
  const duplicate = useDuplicate()
  const restore = useSend(recipeApi.restore)
  const bringBack = async (ids: string[]): Promise<void> => {
    await restore.mutateAsync({ ids })
    toastDone(w.restoreDone({ n: formatNumber(ids.length) }))
  }
  const rowActions = (row: RecipeRow): readonly RowAction[] =>
    row.removedAt === null ? actionsOf(row) : can('recipe:remove') ? [bringBackOf(row)] : []
  const bringBackOf = ({ id }: RecipeRow): RowAction => ({
    key: 'restore',
    icon: 'undo',
    label: r.restore,
    onClick: () => void bringBack([id]),
  })
  const actionsOf = (row: RecipeRow): readonly RowAction[] => [
    ...(row.isOwn && can('recipe:update')
      ? [{ key: 'edit', icon: 'pencil' as const, label: r.edit, href: editHref(row.id) }]
      : []),
    ...(row.isOwn
      ? [{ key: 'translate', icon: 'language' as const, label: r.translate, href: translateHref(row.id) }]
      : []),
    ...(can('recipe:create')
      ? [{ key: 'duplicate', icon: 'copy' as const, label: r.duplicate, onClick: () => duplicate.mutate(row.id) }]
      : []),
    ...(isOut(row) && can('recipe:send')
      ? [{ key: 'send', icon: 'oven' as const, label: o.send, onClick: () => onAsk({ kind: 'send', rows: [row] }) }]
      : []),
    ...(row.isOwn && can('recipe:publish') ? publishing(row, r, onAsk) : []),
    ...(row.isOwn && can('recipe:remove') ? [removing(row, { label: r.remove, isOut: w.isPublished }, onAsk)] : []),
  ]
  const isGone = rows.some(({ removedAt }) => removedAt !== null)
  const others = isGone ? w.isDeleted : rows.some(({ isOwn }) => !isOwn) ? w.notOwn : undefined
  const mixed = rows.some(isOut) && rows.some((row) => !isOut(row)) ? w.mixed : undefined
  const action = (kind: BatchKind, code: string, more: Omit<BatchAction, 'key' | 'onClick'>): BatchAction[] =>
    can(code) ? [{ key: kind, onClick: () => onAsk({ kind, rows }), ...more }] : []
  const save = async (kind: 'brigade' | 'schema.org'): Promise<void> => {
    const { blob, name } = await download(recipeApi.export, { ids: rows.map(({ id }) => id), kind, language: locale })
    saveBlob(blob, name)
  }
  if (isGone && can('recipe:remove')) {
    const ids = rows.map(({ id }) => id)
    const back = { key: 'restore', icon: 'undo', label: r.restore, onClick: () => void bringBack(ids) } as const
    return { rowActions, batchActions: [back] }
  }
  const batchActions: readonly BatchAction[] = [
    ...action('publish', 'recipe:publish', { icon: 'send', label: r.publish, disabledReason: others ?? mixed }),
    ...action('cancel', 'recipe:publish', { icon: 'stop', label: r.cancelPublish, disabledReason: others ?? mixed }),
    ...action('send', 'recipe:send', {
      icon: 'oven',
      label: o.send,
      disabledReason: isGone ? w.isDeleted : rows.every(isOut) ? undefined : o.notPublished,
    }),
    ...action('category', 'recipe:categorise', { icon: 'bookmark', label: w.setCategory, disabledReason: others }),
    ...action('models', 'recipe:assign', { icon: 'settings', label: w.setModels, disabledReason: others }),
    ...(can('recipe:export')
      ? [
          { key: 'export', icon: 'download' as const, label: w.exportFile, onClick: () => void save('brigade') },
          { key: 'schema', icon: 'external' as const, label: w.exportSchema, onClick: () => void save('schema.org') },
        ]
      : []),
    ...action('remove', 'recipe:remove', {
      icon: 'trash',
      label: r.remove,
      danger: true,
      disabledReason: others ?? (rows.some(isOut) ? w.isPublished : undefined),
    }),
  ]
  return { rowActions, batchActions }
}

type RecipeWords = ReturnType<typeof useWords<typeof recipeWords>>
const isOut = ({ status }: RecipeRow): boolean => status !== 'unpublished'

const removing = (
  row: RecipeRow,
  words: Readonly<{ label: string; isOut: string }>,
  onAsk: (pending: PendingBatch) => void,
): RowAction => ({
  key: 'remove',
  icon: 'trash',
  label: words.label,
  danger: true,
  startsGroup: true,
  disabledReason: isOut(row) ? words.isOut : undefined,
  onClick: () => onAsk({ kind: 'remove', rows: [row] }),
})

const publishing = (each: RecipeRow, r: RecipeWords, onAsk: (pending: PendingBatch) => void): RowAction[] => [
  ...(each.status === 'published'
    ? []
    : [
        {
          key: 'publish',
          icon: 'send' as const,
          label: r.publish,
          onClick: () => onAsk({ kind: 'publish', rows: [each] }),
        },
      ]),
  ...(isOut(each)
    ? [
        {
          key: 'cancel',
          icon: 'stop' as const,
          label: r.cancelPublish,
          onClick: () => onAsk({ kind: 'cancel', rows: [each] }),
        },
      ]
    : []),
]
