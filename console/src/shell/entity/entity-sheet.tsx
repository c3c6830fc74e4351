import { formatText } from '@brigade/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../platform/locale.ts'
import type { TableSearch } from '../../ui/data-table/column.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FormSheet } from '../form-sheet.tsx'
import { EntityForm, type FormProps } from './entity-form.tsx'
import css from './entity.module.css'

type Versioned = { id: string; updatedAt: string }

/** The sheet adds one, or edits this one. `row`: it is all there; otherwise it is read first. */
export type Editing<D> = Readonly<{ id: string | null; row?: D | undefined }>

type Props<R, T extends TableSearch, D extends Versioned, V extends object, M> = FormProps<R, T, D, V, M> & {
  editing: Editing<D> | null
  onClose: () => void
}

/** Adds or edits one beside the list. */
export function EntitySheet<R, T extends TableSearch, D extends Versioned, V extends object, M>({
  editing,
  onClose,
  ...rest
}: Props<R, T, D, V, M>) {
  const { of } = rest
  const locale = useLocale()
  const { words } = of
  const isNew = editing === null || editing.id === null
  const title = isNew ? (words.addTitle ?? words.add) : words.editTitle
  return (
    <FormSheet
      title={formatText(title, locale)}
      isOpen={editing !== null}
      onClose={onClose}
      {...(of.width === undefined ? {} : { width: of.width })}
    >
      {editing === null ? null : editing.id !== null && editing.row === undefined ? (
        <Read id={editing.id} {...rest} />
      ) : (
        <EntityForm row={editing.row ?? null} {...rest} />
      )}
    </FormSheet>
  )
}

/** The form begins from the present state, because the server would refuse an edit of an outdated one. */
function Read<R, T extends TableSearch, D extends Versioned, V extends object, M>({
  id,
  ...rest
}: FormProps<R, T, D, V, M> & { id: string }) {
  const { of } = rest
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['entity', of.name, id],
    queryFn: async () => (await of.read(id)) ?? null,
    refetchOnMount: 'always',
    meta: { quiet: true },
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || data === null || !isFetchedAfterMount)
    return <div className={css.waiting} aria-busy="true" />
  return <EntityForm row={data} {...rest} />
}
