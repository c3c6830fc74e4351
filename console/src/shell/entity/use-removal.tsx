import { formatText } from '@brigade/contract/text.ts'
import { useCallback, useState, type ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import type { TableSearch } from '../../ui/data-table/column.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { sayIf, type Entity } from './entity.ts'

type Versioned = { id: string; updatedAt: string }
type Question<R> = { targets: readonly R[]; staying: readonly R[] }

/** Removes rows after a question. Those that cannot be removed stay, and the dialog names them; it also shows a refusal of the server. */
export function useRemoval<R, T extends TableSearch, D extends Versioned, V extends object, M>(
  of: Entity<R, T, D, V, M>,
): [(rows: readonly R[]) => void, ReactNode] {
  const locale = useLocale()
  const { listMark } = useWords(uiText)
  const { words, remove, rowName } = of
  // One without a removal is never asked about.
  const { mutateAsync: send } = useSend(remove?.call ?? of.update, { quiet: true })
  const [pending, setPending] = useState<Question<R> | null>(null)
  const ask = useCallback(
    (rows: readonly R[]): void => {
      const stays = (row: R): boolean => remove?.whyNot(row, locale) !== undefined
      setPending({ targets: rows.filter((row) => !stays(row)), staying: rows.filter(stays) })
    },
    [remove, locale],
  )
  if (remove === undefined) return [ask, null]

  const { targets, staying } = pending ?? { targets: [], staying: [] }
  const count = targets.length
  const [first] = targets
  // The dialog of one that cannot be chosen among several is always about one.
  const one = count === 1 || !remove.many ? { name: first === undefined ? '' : rowName(first, locale) } : undefined
  const named = (rows: readonly R[]): string => rows.map((row) => rowName(row, locale)).join(listMark)
  const say = (one === undefined ? sayOfMany : sayOfOne)(words, {
    locale,
    name: one?.name ?? '',
    count,
    names: named(targets),
  })
  const stays =
    staying.length === 0
      ? ''
      : `\n${sayIf(words.staying, (entry) => formatText(entry, locale, { names: named(staying), count: staying.length }))}`
  return [
    ask,
    <ConfirmAction
      key="removal"
      title={say.title}
      isOpen={pending !== null}
      onClose={() => setPending(null)}
      confirmLabel={say.verb}
      danger
      onConfirm={async () => {
        await send(remove.body(targets))
        toastDone(say.done)
      }}
    >
      {say.body + stays}
    </ConfirmAction>,
  ]
}

type Words = Entity<never, TableSearch, Versioned, object, unknown>['words']
type Said = { locale: 'en' | 'zh'; name: string; count: number; names: string }

const sayOfOne = (words: Words, { locale, name }: Said) => ({
  title: sayIf(words.removeTitle, (entry) => formatText(entry, locale, { name })),
  verb: sayIf(words.remove, (entry) => formatText(entry, locale)),
  body: sayIf(words.removeBody, (entry) => formatText(entry, locale)),
  done: sayIf(words.removed, (entry) => formatText(entry, locale, { name })),
})

function sayOfMany(words: Words, { locale, count, names }: Said) {
  const title = sayIf(words.removeManyTitle, (entry) => formatText(entry, locale, { count }))
  return {
    title,
    verb: title,
    body: sayIf(words.removeManyBody, (entry) => formatText(entry, locale, { names })),
    done: sayIf(words.manyRemoved, (entry) => formatText(entry, locale, { count })),
  }
}
