import { formatText } from '@brigade/contract/text.ts'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import type { TableSearch } from '../../ui/data-table/column.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { valueAt, withValueAt } from '../../ui/form/field-path.ts'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useEdited } from '../../ui/form/use-edited.ts'
import { SheetForm, useDirty } from '../sheet-form.tsx'
import { useSheet } from '../sheet.ts'
import { EntityFieldRow, keyOf, partsOf } from './entity-field.tsx'
import type { Entity } from './entity.ts'
import type { FieldPart } from './field.ts'

type Versioned = { id: string; updatedAt: string }

export type FormProps<R, T extends TableSearch, D extends Versioned, V extends object, M> = {
  of: Entity<R, T, D, V, M>
  /** Is told of a new one and its name. `true`: it says so itself, and no toast does. */
  onAdded?: ((made: M, name: string) => boolean) | undefined
}

/** The fields of something new, or of what is edited. A change of somebody else is shown beside the own one, and nothing typed is lost. */
export function EntityForm<R, T extends TableSearch, D extends Versioned, V extends object, M>({
  of,
  row,
  onAdded,
}: FormProps<R, T, D, V, M> & { row: D | null }) {
  const locale = useLocale()
  const { form, base, clash, goOn } = useEntityForm({ of, row, onAdded })
  useDirty(form.isDirty)
  const { words } = of
  const fields = of.fields({ locale, row: base, now: clash?.now ?? null, form })
  return (
    <SheetForm
      onSubmit={form.submit}
      isBusy={form.isBusy}
      verb={formatText(base === null ? (words.addVerb ?? words.add) : words.save, locale)}
    >
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <Clash
          by={clash.by}
          parts={partsOf(fields)}
          base={of.typed(base)}
          mine={form.values}
          theirs={of.typed(clash.now)}
          onGoOn={goOn}
        />
      )}
      {fields.map((each) => (
        <EntityFieldRow key={keyOf(each)} row={each} form={form} />
      ))}
    </SheetForm>
  )
}

function useEntityForm<R, T extends TableSearch, D extends Versioned, V extends object, M>({
  of,
  row,
  onAdded,
}: FormProps<R, T, D, V, M> & { row: D | null }) {
  const sheet = useSheet()
  const locale = useLocale()
  const add = useSend(of.add, { quiet: true })
  const update = useSend(of.update, { quiet: true })
  const { base, clash, during, goOn } = useEdited({ name: of.name, from: row, changed: [of.clash], read: of.read })
  const form = useContractForm({
    name: of.name,
    schema: base === null ? of.schemas.add : of.schemas.update,
    body: (typed: V) => of.body(typed, base),
    initial: of.typed(base),
    words: of.refusals,
    async send(body, typed) {
      // As it is sent: what the contract takes away at both ends of a name is not in it.
      const name = of.typedName({ ...typed, ...(typeof body === 'object' ? body : {}) }, locale)
      if (base === null) {
        const made = await add.mutateAsync(body)
        if (onAdded?.(made, name) !== true) toastDone(formatText(of.words.added, locale, { name }))
      } else {
        await during(base.id, () => update.mutateAsync(body))
        toastDone(formatText(of.words.saved, locale, { name }))
      }
      sheet.done()
    },
  })
  return {
    form,
    base,
    clash,
    goOn: (values: V): void => goOn((now) => form.rebase(of.typed(now), values)),
  }
}

type ClashProps<V extends object> = {
  by: CallError
  parts: readonly FieldPart<V>[]
  base: V
  mine: V
  theirs: V
  onGoOn: (values: V) => void
}

/** Somebody saved the same one meanwhile: part by part what both changed, and what was taken over. What has no part stays as it is typed. */
function Clash<V extends object>({ by, parts, base, mine, theirs, onGoOn }: ClashProps<V>) {
  const byPath = new Map<string, FieldPart<V>>(parts.map((part) => [part.at, part]))
  const flat = (values: V): Readonly<Record<string, unknown>> =>
    Object.fromEntries(parts.map(({ at }) => [at, valueAt(values, at)]))
  const whole = (values: Readonly<Record<string, unknown>>): V =>
    parts.reduce((all, { at }) => withValueAt(all, at, values[at]), mine)
  const shown = (path: string, values: Readonly<Record<string, unknown>>): string => {
    const part = byPath.get(path)
    return part?.shown === undefined ? String(values[path] ?? '') : part.shown(whole(values))
  }
  return (
    <FieldClash
      by={by}
      base={flat(base)}
      mine={flat(mine)}
      theirs={flat(theirs)}
      labels={Object.fromEntries(parts.map(({ at, label }) => [at, label]))}
      shown={shown}
      onGoOn={(values) => onGoOn(whole(values))}
    />
  )
}
